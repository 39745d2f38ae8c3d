/*
 * ray.c — a ray tracer: spheres over a plane with shadows and mirrors, seen through a window of few
 * points. Two threads trace the rows of the picture in turn, each with a scene of its own, and add
 * the checksum of their rows to a common one; the last thread that is done compares it with what
 * the picture has to give. (Numbers with 12 bits behind the point in place of reals.) -DWIDTH=w
 * -DHEIGHT=h: more points, and as many more reads.
 *
 * The bug: each thread holds the lock of its own tracer while it adds to the common checksum
 * (-DFIXED: one lock for all), so that one sum can be lost.
 *
 * Known answer: one assertion fails, in either thread (the checksum is right), with 1 read of what
 * the other thread wrote: the number of threads that are done. The checksum itself was read before
 * the other one wrote it.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#ifndef WIDTH
#define WIDTH 3
#define HEIGHT 2
#endif
#define THREADS 2
#define SPHERES 2
#define DEPTH 1 /* of mirrors in mirrors */
#define POINT 12
#define ONE (1 << POINT)
#define FAR (1000 * ONE)
#define NEAR (ONE / 64) /* what is nearer is the surface that a ray starts from */

typedef int32_t Fixed;

typedef struct Vector {
    Fixed x, y, z;
} Vector;

typedef struct Ray {
    Vector from, to; /* `to` has the length 1 */
} Ray;

typedef struct Surface {
    Vector colour;             /* red, green, blue from 0 to 1 */
    Fixed dull, shiny, mirror; /* how much light it gives back in which way */
    int gloss;                 /* how often the cosine of a highlight is squared */
} Surface;

typedef struct Sphere {
    Vector centre;
    Fixed radius;
    Surface surface;
} Sphere;

typedef struct Light {
    Vector at;
    Fixed brightness;
} Light;

typedef struct View {
    Vector eye, corner; /* of the window: the left upper one */
    Fixed step;         /* from point to point */
} View;

typedef struct Scene {
    Sphere sphere[SPHERES];
    Surface floor;
    Fixed floor_height;
    Light light;
    Vector sky;
    View view;
} Scene;

typedef struct Hit {
    Fixed distance;
    Vector at, normal;
    const Surface *surface;
} Hit;

typedef struct Tracer {
    pthread_mutex_t lock;
    Scene scene;
    int first; /* of its rows */
    unsigned checksum;
    int rays;
} Tracer;

/* --- numbers and vectors ---------------------------------------------------------------------- */

static Fixed multiply(Fixed a, Fixed b) { return (Fixed)(((int64_t)a * b) >> POINT); }
static Fixed divide(Fixed a, Fixed b) { return (Fixed)(((int64_t)a << POINT) / b); }

static Fixed root(Fixed a) {
    if (a <= 0) return 0;
    uint64_t rest = (uint64_t)a << POINT, result = 0;
    for (uint64_t bit = UINT64_C(1) << 42; bit; bit >>= 2) {
        if (rest >= result + bit) {
            rest -= result + bit;
            result = (result >> 1) + bit;
        } else {
            result >>= 1;
        }
    }
    return (Fixed)result;
}

static Vector vector(Fixed x, Fixed y, Fixed z) { return (Vector){x, y, z}; }
static Vector add(Vector a, Vector b) { return vector(a.x + b.x, a.y + b.y, a.z + b.z); }
static Vector subtract(Vector a, Vector b) { return vector(a.x - b.x, a.y - b.y, a.z - b.z); }

static Vector scale(Vector a, Fixed by) {
    return vector(multiply(a.x, by), multiply(a.y, by), multiply(a.z, by));
}

static Vector tint(Vector a, Vector b) {
    return vector(multiply(a.x, b.x), multiply(a.y, b.y), multiply(a.z, b.z));
}

static Fixed dot(Vector a, Vector b) {
    return multiply(a.x, b.x) + multiply(a.y, b.y) + multiply(a.z, b.z);
}
static Fixed length(Vector a) { return root(dot(a, a)); }
static Vector unit(Vector a) { return scale(a, divide(ONE, length(a))); }
static Vector along(Ray r, Fixed distance) { return add(r.from, scale(r.to, distance)); }

/* A direction that comes back from a surface. */
static Vector reflect(Vector to, Vector normal) {
    return unit(subtract(to, scale(normal, 2 * dot(to, normal))));
}

/* --- what a ray meets ------------------------------------------------------------------------- */

/* The distance of the first of two points that is ahead, or FAR. */
static Fixed sphere_distance(const Sphere *s, Ray r) {
    Vector to_centre = subtract(s->centre, r.from);
    Fixed nearest = dot(to_centre, r.to);
    Fixed inside =
        multiply(s->radius, s->radius) - dot(to_centre, to_centre) + multiply(nearest, nearest);
    if (inside < 0) return FAR;
    Fixed half = root(inside);
    if (nearest - half > NEAR) return nearest - half;
    if (nearest + half > NEAR) return nearest + half;
    return FAR;
}

static Fixed floor_distance(const Scene *scene, Ray r) {
    if (r.to.y > -NEAR) return FAR;
    Fixed distance = divide(scene->floor_height - r.from.y, r.to.y);
    return distance > NEAR ? distance : FAR;
}

static bool meet(const Scene *scene, Ray r, Hit *hit) {
    const Sphere *nearest = NULL;
    hit->distance = floor_distance(scene, r);
    for (int k = 0; k < SPHERES; k++) {
        Fixed distance = sphere_distance(&scene->sphere[k], r);
        if (distance >= hit->distance) continue;
        hit->distance = distance;
        nearest = &scene->sphere[k];
    }
    if (hit->distance >= FAR) return false;
    hit->at = along(r, hit->distance);
    if (nearest) {
        hit->normal = unit(subtract(hit->at, nearest->centre));
        hit->surface = &nearest->surface;
    } else {
        hit->normal = vector(0, ONE, 0);
        hit->surface = &scene->floor;
    }
    return true;
}

/* Whether something lies between a point and the light. */
static bool in_shadow(const Scene *scene, Vector at) {
    Vector way = subtract(scene->light.at, at);
    Fixed distance = length(way);
    Ray r = {.from = at, .to = unit(way)};
    for (int k = 0; k < SPHERES; k++)
        if (sphere_distance(&scene->sphere[k], r) < distance) return true;
    return false;
}

/* --- what it brings back ---------------------------------------------------------------------- */

static Vector trace(Tracer *tracer, Ray r, int depth);

static Vector highlight(const Scene *scene, const Hit *hit, Vector to_light, Ray r) {
    Fixed shine = dot(reflect(to_light, hit->normal), r.to);
    if (shine <= 0) return vector(0, 0, 0);
    for (int k = 0; k < hit->surface->gloss; k++) shine = multiply(shine, shine);
    Fixed white = multiply(multiply(hit->surface->shiny, shine), scene->light.brightness);
    return vector(white, white, white);
}

static Vector shade(Tracer *tracer, Ray r, const Hit *hit, int depth) {
    const Scene *scene = &tracer->scene;
    const Surface *surface = hit->surface;
    Vector colour = scale(surface->colour, ONE / 8);
    if (!in_shadow(scene, hit->at)) {
        Vector to_light = unit(subtract(scene->light.at, hit->at));
        Fixed facing = dot(to_light, hit->normal);
        if (facing > 0) {
            Fixed light = multiply(multiply(surface->dull, facing), scene->light.brightness);
            colour = add(colour, scale(surface->colour, light));
            colour = add(colour, highlight(scene, hit, to_light, r));
        }
    }
    if (surface->mirror > 0 && depth < DEPTH) {
        Ray back = {.from = hit->at, .to = reflect(r.to, hit->normal)};
        Vector seen = trace(tracer, back, depth + 1);
        colour = add(colour, scale(tint(seen, surface->colour), surface->mirror));
    }
    return colour;
}

static Vector trace(Tracer *tracer, Ray r, int depth) {
    Hit hit;
    tracer->rays++;
    if (!meet(&tracer->scene, r, &hit)) return tracer->scene.sky;
    return shade(tracer, r, &hit, depth);
}

/* --- pictures --------------------------------------------------------------------------------- */

static unsigned byte(Fixed part) {
    int value = (int)((part * 255) >> POINT);
    return value < 0 ? 0 : value > 255 ? 255 : (unsigned)value;
}

static unsigned pixel(Vector colour) {
    return byte(colour.x) << 16 | byte(colour.y) << 8 | byte(colour.z);
}

static Ray ray_through(const View *view, int column, int row) {
    Vector at = add(view->corner, vector(column * view->step, -row * view->step, 0));
    return (Ray){.from = view->eye, .to = unit(subtract(at, view->eye))};
}

static Surface surface(Fixed red, Fixed green, Fixed blue, Fixed mirror, int gloss) {
    return (Surface){.colour = vector(red, green, blue),
                     .dull = ONE - mirror,
                     .shiny = ONE / 2,
                     .mirror = mirror,
                     .gloss = gloss};
}

static void make_scene(Scene *scene) {
    for (int k = 0; k < SPHERES; k++) {
        scene->sphere[k].centre = vector((2 * k - SPHERES + 1) * ONE, (k % 2) * ONE, (1 + k) * ONE);
        scene->sphere[k].radius = 3 * ONE / 2 - k * (ONE / 8);
        scene->sphere[k].surface =
            surface(ONE / (k + 1), k * (ONE / SPHERES), ONE / 2, k % 2 ? ONE / 2 : 0, 1 + k);
    }
    scene->floor = surface(ONE / 2, ONE / 2, ONE / 4, ONE / 4, 0);
    scene->floor_height = -ONE;
    scene->light = (Light){.at = vector(-4 * ONE, 8 * ONE, 0), .brightness = ONE};
    scene->sky = vector(ONE / 8, ONE / 4, ONE / 2);
    scene->view.eye = vector(0, ONE, -4 * ONE);
    scene->view.step = 4 * ONE / WIDTH;
    scene->view.corner = vector(-2 * ONE, 5 * ONE / 2, 0);
}

static unsigned picture[HEIGHT][WIDTH];

static void tracer_init(Tracer *tracer, int first) {
    pthread_mutex_init(&tracer->lock, NULL);
    make_scene(&tracer->scene);
    tracer->first = first;
    tracer->checksum = 0;
    tracer->rays = 0;
}

static void render(Tracer *tracer, int every) {
    for (int row = tracer->first; row < HEIGHT; row += every) {
        for (int column = 0; column < WIDTH; column++) {
            unsigned p = pixel(trace(tracer, ray_through(&tracer->scene.view, column, row), 0));
            picture[row][column] = p;
            tracer->checksum += (p >> 16 & 255) + (p >> 8 & 255) + (p & 255);
        }
    }
}

/* --- the threads ------------------------------------------------------------------------------ */

static unsigned checksum, expected;
static atomic_int done;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void add_checksum(Tracer *tracer) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#else
    pthread_mutex_lock(&tracer->lock);
#endif
    checksum = checksum + tracer->checksum;
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#else
    pthread_mutex_unlock(&tracer->lock);
#endif
}

static void *work(void *argument) {
    Tracer tracer;
    tracer_init(&tracer, (int)(long)argument);
    render(&tracer, THREADS);
    add_checksum(&tracer);
    if (atomic_fetch_add(&done, 1) == THREADS - 1) heddle_assert(checksum == expected);
    return NULL;
}

int main(void) {
    Tracer whole;
    tracer_init(&whole, 0);
    render(&whole, 1);
    expected = whole.checksum;
    pthread_t thread[THREADS];
    for (long k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, work, (void *)k);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
