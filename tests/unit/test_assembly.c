/* test_assembly.c — templates of inline assembly are taken apart completely, or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "program/asm/asm_template.h"

static void operands_are_read(void **state) {
    (void)state;
    AsmTemplate t;
    assert_true(asm_template_parse("lock; cmpxchgq $3,$1\n\tsete ${0:b} # done",
                                   "=q,=*m,={ax},r,*m,2,~{memory},~{dirflag},~{fpsr},~{flags}", &t));
    assert_int_equal(t.noperands, 6);
    assert_true(t.operands[1].memory && t.operands[1].output);
    assert_int_equal(t.operands[2].reg, ASM_RAX);
    assert_int_equal(t.operands[5].tied, 2);
    assert_int_equal(t.operands[5].reg, ASM_RAX);
    assert_int_equal(t.instructions.len, 2);
    const AsmInstruction *i = t.instructions.data;
    assert_string_equal(i[0].name, "cmpxchgq");
    assert_true(i[0].lock && !i[1].lock);
    assert_int_equal(i[0].arguments[0].reg, ASM_OPERAND + 3);
    assert_int_equal(i[0].arguments[1].kind, ASM_ARGUMENT_MEMORY);
    assert_int_equal(i[1].arguments[0].bits, 8);
    asm_template_free(&t);
}

static void addresses_are_read(void **state) {
    (void)state;
    AsmTemplate t;
    assert_true(asm_template_parse("movl -0x10(%rbx,$0,4), %r9d; leaq 8$1, ${0:q}", "r,*m", &t));
    const AsmArgument *a = &t.instructions.data[0].arguments[0], *b = &t.instructions.data[1].arguments[0];
    assert_int_equal(a->kind, ASM_ARGUMENT_ADDRESS);
    assert_int_equal(a->number, -16);
    assert_int_equal(a->base, ASM_RBX);
    assert_int_equal(a->index, ASM_OPERAND);
    assert_int_equal(a->scale, 4);
    assert_int_equal(t.instructions.data[0].arguments[1].reg, 9);
    assert_int_equal(t.instructions.data[0].arguments[1].bits, 32);
    assert_int_equal(b->kind, ASM_ARGUMENT_MEMORY);
    assert_int_equal(b->number, 8);
    asm_template_free(&t);
}

static void jumps_are_read(void **state) {
    (void)state;
    AsmTemplate t;
    assert_true(asm_template_parse(
        "1: .Lnext${:uid}: loop 1b; jz ${2:l}; jmp .Lnext${:uid}; addps %xmm15, $1", "=r,=x,!i", &t));
    const AsmInstruction *i = t.instructions.data;
    assert_int_equal(t.instructions.len, 6);
    assert_true(t.operands[1].vector && t.operands[2].label);
    assert_true(i[0].is_label && i[0].label == 1 && i[1].is_label && i[1].label >= ASM_NAMED_LABEL);
    assert_true(i[2].arguments[0].back && i[2].arguments[0].number == 1);
    assert_int_equal(i[3].arguments[0].operand, 2);
    assert_true(i[4].arguments[0].number == i[1].label);
    assert_int_equal(i[5].arguments[0].reg, ASM_XMM + 15);
    asm_template_free(&t);
}

static void the_rest_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "movl $0,",
        "movl $0 $0",
        "movl $7, $0", /* there is no such operand */
        "movl ${0:b, $0",
        "movl %ymm0, $0",
        "movl symbol(%rip), $0",
        "movq %fs:8, $0",
        "jmp 1c",
        "lock",
        "rep",
        "$0",
        "/* open",
        ".byte",
        ".byte 1, 2, 3, 4, 5, 6, 7, 8, 9",
        "movl (%rax, %rbx, 3), $0",
        "movl 1, $0",
        "a b, c, d, e, f",
        "averyveryverylongmnemonic $0",
    };
    for (size_t k = 0; k < ARRAY_LEN(texts); k++) {
        AsmTemplate t;
        assert_false(asm_template_parse(texts[k], "=r,0", &t));
        asm_template_free(&t);
    }
    static const char *const constraints[] = {"={ymm0}", "={@ccq}", "=r,7", "*i"};
    for (size_t k = 0; k < ARRAY_LEN(constraints); k++) {
        AsmTemplate t;
        assert_false(asm_template_parse("nop", constraints[k], &t));
        asm_template_free(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(operands_are_read),
                                       cmocka_unit_test(addresses_are_read), cmocka_unit_test(jumps_are_read),
                                       cmocka_unit_test(the_rest_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
