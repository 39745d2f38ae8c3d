/*
 * Guo et al., Conc-iSE, figure 6: the wheel brake system of DiSE. The path on which the pedal's position is
 * the command has one end, the two others have three: so 21 paths, and 7 where the brake switch plays no
 * part.
 */
#include <heddle/heddle.h>
static int meter, pressure;
static void update(int pedal, int brake, int command) {
    if (VERSION == 1 ? pedal == 0 : pedal <= 0)
        command = command + 1;
    else if (pedal == 1)
        command = command + 2;
    else
        command = pedal;
    command = command + 1;
    if (brake == 0)
        meter = 1;
    else if (brake == 1)
        meter = 2;
    if (command == 2)
        pressure = 0;
    else if (command == 3)
        pressure = 25;
    else
        pressure = 100;
}
int main(void) {
    int pedal = heddle_int("pedal"), brake = heddle_int("brake"), command = heddle_int("command");
    pedal &= ~2;
    update(pedal, brake, command);
    return 0;
}
