/*
 * interference_release.c — threads of a scenario besides that of its sink go on until they are in
 * no atomic section, so that it is whole, and hold no mutex, so that nobody is kept waiting.
 */
#include "strategies/interference/interference.h"
#include <stdlib.h>

typedef VEC(NodeId) NodeVec;

/* The nearest nodes after one at which its thread holds no mutex. */
static void find_released(const Forest *f, NodeId from, NodeVec *list) {
    for (NodeId k = forest_node(f, from)->first_child; k; k = forest_node(f, k)->sibling) {
        const ForestNode *n = forest_node(f, k);
        if (n->executed && n->held) find_released(f, k, list);
        if (n->executed && !n->held) vec_push(list, k);
    }
}

/* The nearest nodes after one within a section at which the section has ended. */
static void find_section_ends(const Forest *f, NodeId from, NodeVec *list) {
    for (NodeId k = forest_node(f, from)->first_child; k; k = forest_node(f, k)->sibling) {
        const ForestNode *n = forest_node(f, k);
        if (n->executed && n->section == SECTION_OPEN) find_section_ends(f, k, list);
        if (n->executed && n->section == SECTION_OUTSIDE) vec_push(list, k);
    }
}

/* Goes on with each of these nodes as well. */
static void push_all(Interference *x, const Candidate *c, NodeVec *list) {
    for (size_t k = 0; k < list->len; k++)
        search_push(x, candidate_with(c, (Coupling){0}, list->data[k]));
    vec_free(list);
}

/* Lets a thread in the midst of an atomic section come to the end of that; as search_release. A
 * section without an end, since its assumption failed, is of no use. */
static bool release_section(Interference *x, Candidate *c) {
    const Scenario *s = &x->scenario;
    NodeId root = forest_node(&x->forest, c->sink)->root;
    for (size_t k = 0; k < s->strands.len; k++) {
        NodeId tip = s->strands.data[k].tip;
        unsigned section = forest_node(&x->forest, tip)->section;
        if (s->strands.data[k].root == root || section == SECTION_OUTSIDE) continue;
        NodeVec list = {0};
        if (section == SECTION_VOID) {
            candidate_free(c);
            return true;
        }
        find_section_ends(&x->forest, tip, &list);
        push_all(x, c, &list);
        Open open = {c, tip, 0};
        vec_push(&x->holders, open);
        return true;
    }
    return false;
}

bool search_release(Interference *x, Candidate *c) {
    if (release_section(x, c)) return true;
    const Scenario *s = &x->scenario;
    NodeId root = forest_node(&x->forest, c->sink)->root;
    for (size_t k = 0; k < s->strands.len && !c->bare; k++) {
        NodeId tip = s->strands.data[k].tip;
        if (s->strands.data[k].root == root || !forest_node(&x->forest, tip)->held) continue;
        NodeVec list = {0};
        find_released(&x->forest, tip, &list);
        size_t n = list.len;
        push_all(x, c, &list);
        Open open = {n ? c : candidate_copy(c), tip, 0};
        vec_push(&x->holders, open);
        if (!n) return false;
        Candidate *bare = candidate_copy(c);
        bare->bare = true;
        search_push(x, bare);
        return true;
    }
    return false;
}

void search_meet_release(Interference *x, NodeId id) {
    const ForestNode *n = forest_node(&x->forest, id);
    bool releases = !n->held && forest_node(&x->forest, n->parent)->held;
    for (size_t k = 0; k < x->holders.len; k++) {
        const Open o = x->holders.data[k];
        bool open = forest_node(&x->forest, o.node)->section == SECTION_OPEN;
        if (open ? forest_ends_section(&x->forest, id, o.node)
                 : releases && forest_follows(&x->forest, id, o.node))
            search_push(x, candidate_with(o.candidate, (Coupling){0}, id));
    }
}
