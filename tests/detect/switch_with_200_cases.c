/* expect: assertion @a */
/* A switch with 200 cases: each is a branch, and the one that is wrong is found. */
#include <heddle/heddle.h>
#include <assert.h>
volatile int v;
int main(void) {
    int k = heddle_int("k");
    switch (k) {
    case -300:
        v = 0;
        v = v + 0;
        break;
    case -293:
        v = 1;
        v = v + 1;
        break;
    case -286:
        v = 4;
        v = v + 2;
        break;
    case -279:
        v = 9;
        v = v + 3;
        break;
    case -272:
        v = 16;
        v = v + 4;
        break;
    case -265:
        v = 25;
        v = v + 5;
        break;
    case -258:
        v = 36;
        v = v + 6;
        break;
    case -251:
        v = 49;
        v = v + 7;
        break;
    case -244:
        v = 64;
        v = v + 8;
        break;
    case -237:
        v = 81;
        v = v + 9;
        break;
    case -230:
        v = 3;
        v = v + 10;
        break;
    case -223:
        v = 24;
        v = v + 11;
        break;
    case -216:
        v = 47;
        v = v + 12;
        break;
    case -209:
        v = 72;
        v = v + 13;
        break;
    case -202:
        v = 2;
        v = v + 14;
        break;
    case -195:
        v = 31;
        v = v + 15;
        break;
    case -188:
        v = 62;
        v = v + 16;
        break;
    case -181:
        v = 95;
        v = v + 17;
        break;
    case -174:
        v = 33;
        v = v + 18;
        break;
    case -167:
        v = 70;
        v = v + 19;
        break;
    case -160:
        v = 12;
        v = v + 20;
        break;
    case -153:
        v = 53;
        v = v + 21;
        break;
    case -146:
        v = 96;
        v = v + 22;
        break;
    case -139:
        v = 44;
        v = v + 23;
        break;
    case -132:
        v = 91;
        v = v + 24;
        break;
    case -125:
        v = 43;
        v = v + 25;
        break;
    case -118:
        v = 94;
        v = v + 26;
        break;
    case -111:
        v = 50;
        v = v + 27;
        break;
    case -104:
        v = 8;
        v = v + 28;
        break;
    case -97:
        v = 65;
        v = v + 29;
        break;
    case -90:
        v = 27;
        v = v + 30;
        break;
    case -83:
        v = 88;
        v = v + 31;
        break;
    case -76:
        v = 54;
        v = v + 32;
        break;
    case -69:
        v = 22;
        v = v + 33;
        break;
    case -62:
        v = 89;
        v = v + 34;
        break;
    case -55:
        v = 61;
        v = v + 35;
        break;
    case -48:
        v = 35;
        v = v + 36;
        break;
    case -41:
        v = 11;
        v = v + 37;
        break;
    case -34:
        v = 86;
        v = v + 38;
        break;
    case -27:
        v = 66;
        v = v + 39;
        break;
    case -20:
        v = 48;
        v = v + 40;
        break;
    case -13:
        v = 32;
        v = v + 41;
        break;
    case -6:
        v = 18;
        v = v + 42;
        break;
    case 1:
        v = 6;
        v = v + 43;
        break;
    case 8:
        v = 93;
        v = v + 44;
        break;
    case 15:
        v = 85;
        v = v + 45;
        break;
    case 22:
        v = 79;
        v = v + 46;
        break;
    case 29:
        v = 75;
        v = v + 47;
        break;
    case 36:
        v = 73;
        v = v + 48;
        break;
    case 43:
        v = 73;
        v = v + 49;
        break;
    case 50:
        v = 75;
        v = v + 50;
        break;
    case 57:
        v = 79;
        v = v + 51;
        break;
    case 64:
        v = 85;
        v = v + 52;
        break;
    case 71:
        v = 93;
        v = v + 53;
        break;
    case 78:
        v = 6;
        v = v + 54;
        break;
    case 85:
        v = 18;
        v = v + 55;
        break;
    case 92:
        v = 32;
        v = v + 56;
        break;
    case 99:
        v = 48;
        v = v + 57;
        break;
    case 106:
        v = 66;
        v = v + 58;
        break;
    case 113:
        v = 86;
        v = v + 59;
        break;
    case 120:
        v = 11;
        v = v + 60;
        break;
    case 127:
        v = 35;
        v = v + 61;
        break;
    case 134:
        v = 61;
        v = v + 62;
        break;
    case 141:
        v = 89;
        v = v + 63;
        break;
    case 148:
        v = 22;
        v = v + 64;
        break;
    case 155:
        v = 54;
        v = v + 65;
        break;
    case 162:
        v = 88;
        v = v + 66;
        break;
    case 169:
        v = 27;
        v = v + 67;
        break;
    case 176:
        v = 65;
        v = v + 68;
        break;
    case 183:
        v = 8;
        v = v + 69;
        break;
    case 190:
        v = 50;
        v = v + 70;
        break;
    case 197:
        v = 94;
        v = v + 71;
        break;
    case 204:
        v = 43;
        v = v + 72;
        break;
    case 211:
        v = 91;
        v = v + 73;
        break;
    case 218:
        v = 44;
        v = v + 74;
        break;
    case 225:
        v = 96;
        v = v + 75;
        break;
    case 232:
        v = 53;
        v = v + 76;
        break;
    case 239:
        v = 12;
        v = v + 77;
        break;
    case 246:
        v = 70;
        v = v + 78;
        break;
    case 253:
        v = 33;
        v = v + 79;
        break;
    case 260:
        v = 95;
        v = v + 80;
        break;
    case 267:
        v = 62;
        v = v + 81;
        break;
    case 274:
        v = 31;
        v = v + 82;
        break;
    case 281:
        v = 2;
        v = v + 83;
        break;
    case 288:
        v = 72;
        v = v + 84;
        break;
    case 295:
        v = 47;
        v = v + 85;
        break;
    case 302:
        v = 24;
        v = v + 86;
        break;
    case 309:
        v = 3;
        v = v + 87;
        break;
    case 316:
        v = 81;
        v = v + 88;
        break;
    case 323:
        v = 64;
        v = v + 89;
        break;
    case 330:
        v = 49;
        v = v + 90;
        break;
    case 337:
        v = 36;
        v = v + 91;
        break;
    case 344:
        v = 25;
        v = v + 92;
        break;
    case 351:
        v = 16;
        v = v + 93;
        break;
    case 358:
        v = 9;
        v = v + 94;
        break;
    case 365:
        v = 4;
        v = v + 95;
        break;
    case 372:
        v = 1;
        v = v + 96;
        break;
    case 379:
        v = 0;
        v = v + 97;
        break;
    case 386:
        v = 1;
        v = v + 98;
        break;
    case 393:
        v = 4;
        v = v + 99;
        break;
    case 400:
        v = 9;
        v = v + 100;
        break;
    case 407:
        v = 16;
        v = v + 101;
        break;
    case 414:
        v = 25;
        v = v + 102;
        break;
    case 421:
        v = 36;
        v = v + 103;
        break;
    case 428:
        v = 49;
        v = v + 104;
        break;
    case 435:
        v = 64;
        v = v + 105;
        break;
    case 442:
        v = 81;
        v = v + 106;
        break;
    case 449:
        v = 3;
        v = v + 107;
        break;
    case 456:
        v = 24;
        v = v + 108;
        break;
    case 463:
        v = 47;
        v = v + 109;
        break;
    case 470:
        v = 72;
        v = v + 110;
        break;
    case 477:
        v = 2;
        v = v + 111;
        break;
    case 484:
        v = 31;
        v = v + 112;
        break;
    case 491:
        v = 62;
        v = v + 113;
        break;
    case 498:
        v = 95;
        v = v + 114;
        break;
    case 505:
        v = 33;
        v = v + 115;
        break;
    case 512:
        v = 70;
        v = v + 116;
        break;
    case 519:
        v = 12;
        v = v + 117;
        break;
    case 526:
        v = 53;
        v = v + 118;
        break;
    case 533:
        v = 96;
        v = v + 119;
        break;
    case 540:
        v = 44;
        v = v + 120;
        break;
    case 547:
        v = 91;
        v = v + 121;
        break;
    case 554:
        v = 43;
        v = v + 122;
        break;
    case 561:
        v = 94;
        v = v + 123;
        break;
    case 568:
        v = 50;
        v = v + 124;
        break;
    case 575:
        v = 8;
        v = v + 125;
        break;
    case 582:
        v = 65;
        v = v + 126;
        break;
    case 589:
        v = 27;
        v = v + 127;
        break;
    case 596:
        v = 88;
        v = v + 128;
        break;
    case 603:
        v = 54;
        v = v + 129;
        break;
    case 610:
        v = 22;
        v = v + 130;
        break;
    case 617:
        v = 89;
        v = v + 131;
        break;
    case 624:
        v = 61;
        v = v + 132;
        break;
    case 631:
        v = 35;
        v = v + 133;
        break;
    case 638:
        v = 11;
        v = v + 134;
        break;
    case 645:
        v = 86;
        v = v + 135;
        break;
    case 652:
        v = 66;
        v = v + 136;
        break;
    case 659:
        v = 48;
        v = v + 137;
        break;
    case 666:
        v = 32;
        v = v + 138;
        break;
    case 673:
        v = 18;
        v = v + 139;
        break;
    case 680:
        v = 6;
        v = v + 140;
        break;
    case 687:
        v = 93;
        v = v + 141;
        break;
    case 694:
        v = 85;
        v = v + 142;
        break;
    case 701:
        v = 79;
        v = v + 143;
        break;
    case 708:
        v = 75;
        v = v + 144;
        break;
    case 715:
        v = 73;
        v = v + 145;
        break;
    case 722:
        v = 73;
        v = v + 146;
        break;
    case 729:
        v = 75;
        v = v + 147;
        break;
    case 736:
        v = 79;
        v = v + 148;
        break;
    case 743:
        v = 85;
        v = v + 149;
        break;
    case 750: assert(0); break; /*a*/
    case 757:
        v = 6;
        v = v + 151;
        break;
    case 764:
        v = 18;
        v = v + 152;
        break;
    case 771:
        v = 32;
        v = v + 153;
        break;
    case 778:
        v = 48;
        v = v + 154;
        break;
    case 785:
        v = 66;
        v = v + 155;
        break;
    case 792:
        v = 86;
        v = v + 156;
        break;
    case 799:
        v = 11;
        v = v + 157;
        break;
    case 806:
        v = 35;
        v = v + 158;
        break;
    case 813:
        v = 61;
        v = v + 159;
        break;
    case 820:
        v = 89;
        v = v + 160;
        break;
    case 827:
        v = 22;
        v = v + 161;
        break;
    case 834:
        v = 54;
        v = v + 162;
        break;
    case 841:
        v = 88;
        v = v + 163;
        break;
    case 848:
        v = 27;
        v = v + 164;
        break;
    case 855:
        v = 65;
        v = v + 165;
        break;
    case 862:
        v = 8;
        v = v + 166;
        break;
    case 869:
        v = 50;
        v = v + 167;
        break;
    case 876:
        v = 94;
        v = v + 168;
        break;
    case 883:
        v = 43;
        v = v + 169;
        break;
    case 890:
        v = 91;
        v = v + 170;
        break;
    case 897:
        v = 44;
        v = v + 171;
        break;
    case 904:
        v = 96;
        v = v + 172;
        break;
    case 911:
        v = 53;
        v = v + 173;
        break;
    case 918:
        v = 12;
        v = v + 174;
        break;
    case 925:
        v = 70;
        v = v + 175;
        break;
    case 932:
        v = 33;
        v = v + 176;
        break;
    case 939:
        v = 95;
        v = v + 177;
        break;
    case 946:
        v = 62;
        v = v + 178;
        break;
    case 953:
        v = 31;
        v = v + 179;
        break;
    case 960:
        v = 2;
        v = v + 180;
        break;
    case 967:
        v = 72;
        v = v + 181;
        break;
    case 974:
        v = 47;
        v = v + 182;
        break;
    case 981:
        v = 24;
        v = v + 183;
        break;
    case 988:
        v = 3;
        v = v + 184;
        break;
    case 995:
        v = 81;
        v = v + 185;
        break;
    case 1002:
        v = 64;
        v = v + 186;
        break;
    case 1009:
        v = 49;
        v = v + 187;
        break;
    case 1016:
        v = 36;
        v = v + 188;
        break;
    case 1023:
        v = 25;
        v = v + 189;
        break;
    case 1030:
        v = 16;
        v = v + 190;
        break;
    case 1037:
        v = 9;
        v = v + 191;
        break;
    case 1044:
        v = 4;
        v = v + 192;
        break;
    case 1051:
        v = 1;
        v = v + 193;
        break;
    case 1058:
        v = 0;
        v = v + 194;
        break;
    case 1065:
        v = 1;
        v = v + 195;
        break;
    case 1072:
        v = 4;
        v = v + 196;
        break;
    case 1079:
        v = 9;
        v = v + 197;
        break;
    case 1086:
        v = 16;
        v = v + 198;
        break;
    case 1093:
        v = 25;
        v = v + 199;
        break;
    default: break;
    }
    return 0;
}
