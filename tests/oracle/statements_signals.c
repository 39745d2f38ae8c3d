/*
 * statements_signals.c — statements about signals and cancellation: threads send them to each other, to main
 * and to the process; handlers do what others notice, by atomics and objects only, since between two such
 * operations a handler may run anywhere natively.
 */
#include "statements.h"

static const char *some_signal(Generator *g) { return chance(g, 70) ? "SIGUSR1" : "SIGUSR2"; }

/* What a handler does. */
static void handler_text(Generator *g, unsigned which) {
    uint64_t f = g->features;
    line(g, "static void on%u(int n) {", which);
    g->indent++;
    line(g, "int before = errno;");
    switch (draw(g, 4)) {
    case 0:
        if (f & SEMAPHORES) {
            line(g, "sem_post(&s0);");
            break;
        }
        line(g, "atomic_store(&a0, atomic_load(&a0) * 2 + %u);", which);
        break;
    case 1:
        if (f & PIPES) {
            line(g, "put(p0[1], 1);");
            break;
        }
        if (f & COUNTERS) {
            line(g, "add(e0, 1);");
            break;
        }
        line(g, "atomic_store(&a0, atomic_load(&a0) * 2 + %u);", which);
        break;
    default: line(g, "atomic_fetch_add(&a%u, %u);", draw(g, g->atomics), which);
    }
    if (chance(g, 15)) line(g, "atomic_fetch_add(&a0, 4);");
    line(g, "(void)n, errno = before;");
    g->indent--;
    line(g, "}");
}

void signal_declarations(Generator *g) {
    line(g, "static pthread_t h0;");
    handler_text(g, 1);
    handler_text(g, 2);
    line(g, "static void clean(void *p) { atomic_fetch_add(&a0, 16); (void)p; }");
}

void signal_preparations(Generator *g) {
    line(g, "h0 = pthread_self();");
    for (unsigned which = 1; which <= 2; which++)
        line(g, "handle(SIGUSR%u, on%u, %s%s, %u);", which, which, chance(g, 40) ? "SA_RESTART" : "0",
             chance(g, 15) ? " | SA_NODEFER" : "", chance(g, 20));
}

static void send_one(Generator *g) {
    const char *n = some_signal(g);
    if (chance(g, 15)) {
        line(g, "SEND(kill(getpid(), %s));", n);
        return;
    }
    /* The handles of main and of threads that exist for sure. */
    unsigned to = draw(g, g->handles + (g->thread ? 1 : 0));
    if (!g->thread) to++;
    line(g, "SEND(pthread_kill(h%u, %s));", to, n);
}

/* A thread is cancelled anywhere for a while: natively, too, if it does nothing then that has to be finished,
 * and nor do handlers. */
static void cancelled_anywhere(Generator *g) {
    line(g, "pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);");
    for (unsigned n = 1 + draw(g, 2); n; n--)
        line(g, "atomic_fetch_add(&a%u, %u);", draw(g, g->atomics), 1 + draw(g, 3));
    line(g, "pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0);");
}

/* Only threads are cancelled, main is not. */
static void cancellation(Generator *g) {
    if (!(g->features & (SEMAPHORES | PIPES | COUNTERS)) && g->thread && chance(g, 25)) {
        cancelled_anywhere(g);
        return;
    }
    switch (draw(g, 4)) {
    case 0: line(g, "pthread_testcancel();"); break;
    case 1: line(g, "pthread_setcancelstate(PTHREAD_CANCEL_%sABLE, 0);", chance(g, 50) ? "EN" : "DIS"); break;
    default:
        if (g->handles)
            line(g, "SEND(pthread_cancel(h%u));", 1 + draw(g, g->handles));
        else
            line(g, "pthread_testcancel();");
    }
}

unsigned signal_statement(Generator *g) {
    bool sends = g->thread || g->handles;
    if (g->cancels && chance(g, 40)) {
        cancellation(g);
        return 1;
    }
    if (chance(g, 8)) {
        line(g, "handle(%s, on%u, 0, %u);", some_signal(g), 1 + draw(g, 2), draw(g, 2));
        return 1;
    }
    switch (draw(g, 10)) {
    case 0: line(g, "hold(%s);", some_signal(g)); break;
    case 1: line(g, "release(%s);", some_signal(g)); break;
    case 2: line(g, "r%u = nap();", draw(g, 2)); break;
    case 3:
        if (chance(g, 30)) {
            line(g, "r%u = pause() < 0 && errno == EINTR;", draw(g, 2));
            break;
        }
        /* fallthrough */
    case 4:
        if (g->features & SEMAPHORES) {
            line(g, "r%u = sem_wait(&s0) != 0;", draw(g, 2));
            break;
        }
        /* fallthrough */
    case 5:
        if (chance(g, 20)) {
            line(g, "r%u = accept_signal(%s);", draw(g, 2), some_signal(g));
            break;
        }
        /* fallthrough */
    default:
        if (!sends) return 0;
        send_one(g);
    }
    return 1;
}
