"""Defines `parity_test`, which checks the implementations of a parity.json."""

def _parity_test_impl(ctx):
    program = [file for file in ctx.files.parity if file.basename == "parity"][0]
    test = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        test,
        '#!/bin/sh\nexec "%s" check --shard bazel --root "%s" "$@"\n' % (program.short_path, ctx.attr.root),
        is_executable = True,
    )
    return [DefaultInfo(executable = test, runfiles = ctx.runfiles(ctx.files.parity + ctx.files.suite))]

parity_test = rule(
    _parity_test_impl,
    attrs = {
        "parity": attr.label(doc = "The Parity program and its built-in contracts.", mandatory = True),
        "root": attr.string(doc = "The folder that contains parity.json.", mandatory = True),
        "suite": attr.label_list(doc = "All files in that folder.", allow_files = True, mandatory = True),
    },
    test = True,
)
