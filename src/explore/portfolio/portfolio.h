/*
 * portfolio.h — one strategy explores a program, or two explore it by turns and the first that
 * reaches its end gives the verdict (the strategies auto and interference). Not for other rooms.
 *
 * Each member has its own workers, states and visible set; findings are common. Only the member
 * whose turn it is explores, with as many workers as there are; workers of the other one wait in
 * campaign_stop. Turns are measured in work (campaign_work), not in seconds, so that with one
 * worker the same command gives the same result.
 *
 * The first member explores alone at the beginning, since most programs end soon. Then shares go by
 * states found per work: at their ends both members know about as many states, those after causal
 * histories, so the one that finds them faster is likely to end first.
 */
#ifndef HEDDLE_EXPLORE_PORTFOLIO_H
#define HEDDLE_EXPLORE_PORTFOLIO_H

#include "explore/team.h"

#define PORTFOLIO_MOST 3

typedef struct Portfolio Portfolio;

typedef enum MemberStatus {
    MEMBER_WAITING,   /* has not begun */
    MEMBER_EXPLORING, /* at its turns */
    MEMBER_OVER,      /* has reached its end, or a limit */
    MEMBER_CLOSED     /* and its memory is freed */
} MemberStatus;

struct Member {
    Portfolio *of;
    unsigned index;
    bool seeks; /* only looks for bugs: its end decides nothing */
    MemberStatus status;
    Team team;
    Watch watch;
    pthread_t thread;                /* of members but the first */
    atomic_ullong work;              /* in its turns */
    uint64_t pass_work, pass_states; /* work and states found in the current pass */
    uint64_t standby_most;           /* of the exploration where no other member explores */
    double credit;                   /* turns that it is due; turns taken are subtracted */
};

struct Portfolio {
    /* By the root of the first member: prepares another one with what the first knows, and lets it
     * wait for its turn. */
    void (*let_begin)(Member *m);
    FindingList findings;
    Member member[PORTFOLIO_MOST];
    unsigned n;
    bool sequential;    /* the program creates no thread */
    atomic_uint turn;   /* PORTFOLIO_MOST * number of turns so far + the member whose turn it is */
    atomic_uint leader; /* the member that gets on faster */
    Member *winner;     /* whose end is the verdict; NULL: none yet */
    pthread_mutex_t lock; /* of `winner`, of changes of `turn`, and of what a member has achieved */
    pthread_cond_t changed;
};

/* Whether the turn of a worker is over. Cheap. */
static inline bool portfolio_turn_is_over(const Campaign *c) {
    const Portfolio *p = c->shared->member->of;
    return atomic_load_explicit(&p->turn, memory_order_relaxed) != c->turn ||
           campaign_work(c) >= c->turn_ends;
}
/* Lets the other member explore if the turn of this one is over, and waits for the next one. */
void portfolio_turn(Campaign *c);
/* Whether this is the only member, or the one that gets on faster. */
bool portfolio_leads(const Campaign *c);
/* Takes the estimate of another member that explores everything into these statistics, if they have
 * none. */
void portfolio_add_estimate(const Campaign *c, CampaignStats *s);
/* Called where the limit of memory is exceeded: ends one that only looks for bugs, or the other
 * member if it gets on more slowly than that of this worker. Returns whether it ended one. */
bool portfolio_frees_memory(Campaign *c);

/* --- for portfolio.c and portfolio_turns.c ---------------------------------------------------- */

/* With the lock held: gives the turn to a member, also to the one that has it. */
void portfolio_give_turn(Portfolio *p, const Member *m);
static inline bool portfolio_is_exploring(const Member *m) { return m->status == MEMBER_EXPLORING; }
/* With the lock held: replays, whoever found what is replayed, end by the watch of this member. */
void portfolio_let_replays_end_with(Member *m);

#endif
