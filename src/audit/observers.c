/* observers.c — the observers of runs in this build, see run/observers.h. */
#include "run/observers.h"
#include "audit/contract.h"
#include "audit/door.h"
#include "audit/verify.h"

const RunObserver *const run_observers[] = {
#ifdef HEDDLE_VERIFY_DOOR
    &door_observer,
#endif
    &contract_observer, &verify_observer, NULL};
