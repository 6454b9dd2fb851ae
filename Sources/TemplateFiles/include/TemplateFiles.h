// The files that `parity init` and `parity new` start from, as text that ends with a null character.

#pragma once

#pragma clang assume_nonnull begin

const char *template_adapter_kt(void);
const char *template_adapter_kt_sh(void);
const char *template_adapter_mjs(void);
const char *template_adapter_py(void);
const char *template_adapter_swift(void);
const char *template_adapter_swift_sh(void);
const char *template_first_cases_json(void);
const char *template_first_manifest_json(void);
const char *template_gitattributes(void);
const char *template_init_cases_json(void);
const char *template_init_manifest_json(void);

#pragma clang assume_nonnull end
