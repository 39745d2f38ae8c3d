/* portfolio_turns.c — whose turn it is to explore, and how long. */
#include "explore/portfolio/portfolio.h"

/* The work of a turn, also where turns are to come early, and of the first member before the second
 * one begins (about 0.2 s), in turns. Where the program has one thread there are no orders to save,
 * so the others begin later. */
#define TURN_WORK 4000000ull
#define EARLY_TURN_WORK 10000ull
#define ALONE_TURNS 20
#define ALONE_TURNS_SEQUENTIAL 100
/* The work of the second member before shares go by what was achieved, in turns. */
#define TRIAL_TURNS 4
/* The share of the member that gets on more slowly: how fast it gets on may change. */
#define LEAST_SHARE 0.1
/* The share of a member that only looks for bugs; counted as work of the hunt. */
#define SEEKING_SHARE 0.05

/* --- turns ------------------------------------------------------------------------------------ */

static unsigned whose_turn(const Portfolio *p) {
    return atomic_load_explicit(&p->turn, memory_order_relaxed) % PORTFOLIO_MOST;
}

void portfolio_give_turn(Portfolio *p, const Member *m) {
    unsigned turn = atomic_load(&p->turn);
    atomic_store(&p->turn, (turn / PORTFOLIO_MOST + 1) * PORTFOLIO_MOST + m->index);
    pthread_cond_broadcast(&p->changed);
}

static uint64_t turn_work(const Portfolio *p) {
    return p->findings.options->takes_turns_early ? EARLY_TURN_WORK : TURN_WORK;
}

static double states_per_work(const Member *m) {
    return m->pass_work ? (double)m->pass_states / (double)m->pass_work : 0;
}

/* Whether too little is known of a member that began later. */
static bool is_on_trial(const Member *m) {
    return m->index && m->work < TRIAL_TURNS * turn_work(m->of);
}

/* The share of the first of two members that explore everything: by the cubes of what both achieve,
 * since nothing is gained by sharing equally where one is somewhat slower. */
static double share_of_first(const Portfolio *p) {
    double a = states_per_work(&p->member[0]), b = states_per_work(&p->member[1]);
    double cubes = a * a * a + b * b * b, share = cubes > 0 ? a * a * a / cubes : 0.5;
    return share < LEAST_SHARE ? LEAST_SHARE : share > 1 - LEAST_SHARE ? 1 - LEAST_SHARE : share;
}

/* Of the two members that explore everything the one that gets on faster, as far as is known. */
static const Member *faster_member(const Portfolio *p) {
    bool known = p->n > 1 && !is_on_trial(&p->member[1]);
    return &p->member[known && share_of_first(p) < 0.5];
}

/* The share of an exploring member of the turns. */
static double member_share(const Member *m) {
    const Portfolio *p = m->of;
    double left = 1;
    for (unsigned k = 0; k < p->n; k++)
        if (portfolio_is_exploring(&p->member[k]) && p->member[k].seeks) left -= SEEKING_SHARE;
    if (m->seeks) return SEEKING_SHARE;
    if (!portfolio_is_exploring(&p->member[0]) || !portfolio_is_exploring(&p->member[1]))
        return left;
    return left * (m->index ? 1 - share_of_first(p) : share_of_first(p));
}

/* With the lock held: adds what a worker achieved in its turn. */
static void note_turn(Member *m, const Campaign *c) {
    uint64_t work = campaign_work(c) - c->turn_began,
             states = m->team.shared.known ? known_states_count(m->team.shared.known) : 0;
    if (states < m->pass_states) m->pass_work = 0; /* another pass began */
    m->work += work;
    m->pass_work += work;
    m->pass_states = states;
}

/* With the lock held: chooses who explores next, and lets the other members begin. */
static Member *choose_member(Member *m, bool root) {
    Portfolio *p = m->of;
    Member *next = m, *most = NULL;
    for (unsigned k = 0; k < p->n; k++)
        if (p->member[k].status == MEMBER_WAITING && root) p->let_begin(&p->member[k]);
    for (unsigned k = p->n; k-- > 0;)
        if (portfolio_is_exploring(&p->member[k]) && is_on_trial(&p->member[k]))
            return &p->member[k];
    for (unsigned k = 0; k < p->n; k++) {
        Member *x = &p->member[k];
        if (!portfolio_is_exploring(x)) continue;
        x->credit += member_share(x);
        if (!most || x->credit > most->credit) most = x;
    }
    if (most) next = most;
    next->credit--;
    atomic_store(&p->leader, faster_member(p)->index);
    return next;
}

static bool waits_for_turn(Campaign *c) {
    Member *m = c->shared->member;
    return whose_turn(m->of) != m->index && !watch_over(&m->watch) && !campaign_has_enough(c);
}

void portfolio_turn(Campaign *c) {
    Member *m = c->shared->member;
    Portfolio *p = m->of;
    bool begins = !c->turn_ends;
    pthread_mutex_lock(&p->lock);
    if (!begins && c->turn == atomic_load(&p->turn)) {
        note_turn(m, c);
        portfolio_give_turn(p, choose_member(m, c->is_root));
    }
    while (waits_for_turn(c)) pthread_cond_wait(&p->changed, &p->lock);
    c->turn = atomic_load(&p->turn);
    pthread_mutex_unlock(&p->lock);
    c->turn_began = campaign_work(c);
    bool alone = begins && !m->index && !p->findings.options->takes_turns_early;
    unsigned alone_turns = p->sequential ? ALONE_TURNS_SEQUENTIAL : ALONE_TURNS;
    c->turn_ends = c->turn_began + turn_work(p) * (alone ? alone_turns : 1);
}

void portfolio_let_replays_end_with(Member *m) {
    FindingList *l = &m->of->findings;
    pthread_mutex_lock(&l->lock);
    l->watch = &m->watch;
    pthread_mutex_unlock(&l->lock);
}

bool portfolio_leads(const Campaign *c) {
    const Member *m = c->shared->member;
    return !m || atomic_load(&m->of->leader) == m->index;
}

void portfolio_add_estimate(const Campaign *c, CampaignStats *s) {
    const Member *m = c->shared->member;
    if (!m) return;
    pthread_mutex_lock(&m->of->lock);
    for (unsigned k = 0; k < m->of->n && !(s->explored > 0); k++) {
        const Member *x = &m->of->member[k];
        const CampaignStats *y = &x->team.root.result->stats;
        if (x->seeks || x->status == MEMBER_WAITING || x->status == MEMBER_CLOSED) continue;
        Estimate e = stats_estimate(y);
        stats_set_estimate(s, &e, y->pass_seconds);
    }
    pthread_mutex_unlock(&m->of->lock);
}

uint64_t portfolio_work_beside(const Campaign *c, bool seeks) {
    const Member *m = c->shared->member;
    uint64_t work = 0;
    for (unsigned k = 0; m && k < m->of->n; k++) {
        const Member *x = &m->of->member[k];
        if (x != m && x->seeks == seeks) work += atomic_load(&x->work);
    }
    return work;
}

/* With the lock held: the member that ends first if this one needs its memory; NULL: none. */
static Member *member_to_end(Member *m) {
    Portfolio *p = m->of;
    for (unsigned k = p->n; k-- > 0 && !m->seeks;) {
        Member *x = &p->member[k];
        if (x != m && portfolio_is_exploring(x) && (x->seeks || faster_member(p) == m)) return x;
    }
    return NULL;
}

bool portfolio_frees_memory(Campaign *c) {
    Member *m = c->shared->member, *other = NULL;
    if (!m) return false;
    Portfolio *p = m->of;
    pthread_mutex_lock(&p->lock);
    if ((other = member_to_end(m))) {
        portfolio_let_replays_end_with(m);
        watch_stop(&other->watch, "memory");
        portfolio_give_turn(p, other);
        while (portfolio_is_exploring(other)) pthread_cond_wait(&p->changed, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return other != NULL;
}
