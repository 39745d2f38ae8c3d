/* expect: assertion */
/* A computed goto to 150 places. */
#include <heddle/heddle.h>
#include <assert.h>
volatile int v;
int main(void) {
    static void *t[] = {
        &&l0,   &&l1,   &&l2,   &&l3,   &&l4,   &&l5,   &&l6,   &&l7,   &&l8,   &&l9,   &&l10,  &&l11,
        &&l12,  &&l13,  &&l14,  &&l15,  &&l16,  &&l17,  &&l18,  &&l19,  &&l20,  &&l21,  &&l22,  &&l23,
        &&l24,  &&l25,  &&l26,  &&l27,  &&l28,  &&l29,  &&l30,  &&l31,  &&l32,  &&l33,  &&l34,  &&l35,
        &&l36,  &&l37,  &&l38,  &&l39,  &&l40,  &&l41,  &&l42,  &&l43,  &&l44,  &&l45,  &&l46,  &&l47,
        &&l48,  &&l49,  &&l50,  &&l51,  &&l52,  &&l53,  &&l54,  &&l55,  &&l56,  &&l57,  &&l58,  &&l59,
        &&l60,  &&l61,  &&l62,  &&l63,  &&l64,  &&l65,  &&l66,  &&l67,  &&l68,  &&l69,  &&l70,  &&l71,
        &&l72,  &&l73,  &&l74,  &&l75,  &&l76,  &&l77,  &&l78,  &&l79,  &&l80,  &&l81,  &&l82,  &&l83,
        &&l84,  &&l85,  &&l86,  &&l87,  &&l88,  &&l89,  &&l90,  &&l91,  &&l92,  &&l93,  &&l94,  &&l95,
        &&l96,  &&l97,  &&l98,  &&l99,  &&l100, &&l101, &&l102, &&l103, &&l104, &&l105, &&l106, &&l107,
        &&l108, &&l109, &&l110, &&l111, &&l112, &&l113, &&l114, &&l115, &&l116, &&l117, &&l118, &&l119,
        &&l120, &&l121, &&l122, &&l123, &&l124, &&l125, &&l126, &&l127, &&l128, &&l129, &&l130, &&l131,
        &&l132, &&l133, &&l134, &&l135, &&l136, &&l137, &&l138, &&l139, &&l140, &&l141, &&l142, &&l143,
        &&l144, &&l145, &&l146, &&l147, &&l148, &&l149};
    unsigned k = heddle_int("k");
    heddle_assume(k < 150);
    goto *t[k];
l0:
    v = 0;
    return 0;
l1:
    v = 1;
    return 0;
l2:
    v = 2;
    return 0;
l3:
    v = 3;
    return 0;
l4:
    v = 4;
    return 0;
l5:
    v = 5;
    return 0;
l6:
    v = 6;
    return 0;
l7:
    v = 7;
    return 0;
l8:
    v = 8;
    return 0;
l9:
    v = 9;
    return 0;
l10:
    v = 10;
    return 0;
l11:
    v = 11;
    return 0;
l12:
    v = 12;
    return 0;
l13:
    v = 13;
    return 0;
l14:
    v = 14;
    return 0;
l15:
    v = 15;
    return 0;
l16:
    v = 16;
    return 0;
l17:
    v = 17;
    return 0;
l18:
    v = 18;
    return 0;
l19:
    v = 19;
    return 0;
l20:
    v = 20;
    return 0;
l21:
    v = 21;
    return 0;
l22:
    v = 22;
    return 0;
l23:
    v = 23;
    return 0;
l24:
    v = 24;
    return 0;
l25:
    v = 25;
    return 0;
l26:
    v = 26;
    return 0;
l27:
    v = 27;
    return 0;
l28:
    v = 28;
    return 0;
l29:
    v = 29;
    return 0;
l30:
    v = 30;
    return 0;
l31:
    v = 31;
    return 0;
l32:
    v = 32;
    return 0;
l33:
    v = 33;
    return 0;
l34:
    v = 34;
    return 0;
l35:
    v = 35;
    return 0;
l36:
    v = 36;
    return 0;
l37:
    v = 37;
    return 0;
l38:
    v = 38;
    return 0;
l39:
    v = 39;
    return 0;
l40:
    v = 40;
    return 0;
l41:
    v = 41;
    return 0;
l42:
    v = 42;
    return 0;
l43:
    v = 43;
    return 0;
l44:
    v = 44;
    return 0;
l45:
    v = 45;
    return 0;
l46:
    v = 46;
    return 0;
l47:
    v = 47;
    return 0;
l48:
    v = 48;
    return 0;
l49:
    v = 49;
    return 0;
l50:
    v = 50;
    return 0;
l51:
    v = 51;
    return 0;
l52:
    v = 52;
    return 0;
l53:
    v = 53;
    return 0;
l54:
    v = 54;
    return 0;
l55:
    v = 55;
    return 0;
l56:
    v = 56;
    return 0;
l57:
    v = 57;
    return 0;
l58:
    v = 58;
    return 0;
l59:
    v = 59;
    return 0;
l60:
    v = 60;
    return 0;
l61:
    v = 61;
    return 0;
l62:
    v = 62;
    return 0;
l63:
    v = 63;
    return 0;
l64:
    v = 64;
    return 0;
l65:
    v = 65;
    return 0;
l66:
    v = 66;
    return 0;
l67:
    v = 67;
    return 0;
l68:
    v = 68;
    return 0;
l69:
    v = 69;
    return 0;
l70:
    v = 70;
    return 0;
l71:
    v = 71;
    return 0;
l72:
    v = 72;
    return 0;
l73:
    v = 73;
    return 0;
l74:
    v = 74;
    return 0;
l75:
    v = 75;
    return 0;
l76:
    v = 76;
    return 0;
l77:
    v = 77;
    return 0;
l78:
    v = 78;
    return 0;
l79:
    v = 79;
    return 0;
l80:
    v = 80;
    return 0;
l81:
    v = 81;
    return 0;
l82:
    v = 82;
    return 0;
l83:
    v = 83;
    return 0;
l84:
    v = 84;
    return 0;
l85:
    v = 85;
    return 0;
l86:
    v = 86;
    return 0;
l87:
    v = 87;
    return 0;
l88:
    v = 88;
    return 0;
l89:
    v = 89;
    return 0;
l90:
    v = 90;
    return 0;
l91:
    v = 91;
    return 0;
l92:
    v = 92;
    return 0;
l93:
    v = 93;
    return 0;
l94:
    v = 94;
    return 0;
l95:
    v = 95;
    return 0;
l96:
    v = 96;
    return 0;
l97:
    v = 97;
    return 0;
l98:
    v = 98;
    return 0;
l99:
    v = 99;
    return 0;
l100:
    v = 100;
    return 0;
l101:
    v = 101;
    return 0;
l102:
    v = 102;
    return 0;
l103:
    v = 103;
    return 0;
l104:
    v = 104;
    return 0;
l105:
    v = 105;
    return 0;
l106:
    v = 106;
    return 0;
l107:
    v = 107;
    return 0;
l108:
    v = 108;
    return 0;
l109:
    v = 109;
    return 0;
l110:
    v = 110;
    return 0;
l111:
    v = 111;
    return 0;
l112:
    v = 112;
    return 0;
l113:
    v = 113;
    return 0;
l114:
    v = 114;
    return 0;
l115:
    v = 115;
    return 0;
l116:
    v = 116;
    return 0;
l117:
    v = 117;
    return 0;
l118:
    v = 118;
    return 0;
l119:
    v = 119;
    return 0;
l120:
    v = 120;
    return 0;
l121:
    v = 121;
    return 0;
l122:
    v = 122;
    return 0;
l123:
    v = 123;
    return 0;
l124:
    v = 124;
    return 0;
l125:
    v = 125;
    return 0;
l126:
    v = 126;
    return 0;
l127:
    v = 127;
    return 0;
l128:
    v = 128;
    return 0;
l129:
    v = 129;
    return 0;
l130:
    v = 130;
    return 0;
l131:
    v = 131;
    return 0;
l132:
    v = 132;
    return 0;
l133:
    v = 133;
    return 0;
l134:
    v = 134;
    return 0;
l135:
    v = 135;
    return 0;
l136:
    v = 136;
    return 0;
l137:
    v = 137;
    return 0;
l138:
    v = 138;
    return 0;
l139:
    v = 139;
    return 0;
l140:
    v = 140;
    assert(0);
    return 0;
l141:
    v = 141;
    return 0;
l142:
    v = 142;
    return 0;
l143:
    v = 143;
    return 0;
l144:
    v = 144;
    return 0;
l145:
    v = 145;
    return 0;
l146:
    v = 146;
    return 0;
l147:
    v = 147;
    return 0;
l148:
    v = 148;
    return 0;
l149:
    v = 149;
    return 0;
}
