// Puts each file into the program with `#embed` of C23, which the compiler handles in milliseconds.

#include "TemplateFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *template_adapter_kt(void) {
  static const char text[] = {
#embed "Templates/adapter.kt" suffix(, 0)
  };
  return text;
}

const char *template_adapter_kt_sh(void) {
  static const char text[] = {
#embed "Templates/adapter.kt.sh" suffix(, 0)
  };
  return text;
}

const char *template_adapter_mjs(void) {
  static const char text[] = {
#embed "Templates/adapter.mjs" suffix(, 0)
  };
  return text;
}

const char *template_adapter_py(void) {
  static const char text[] = {
#embed "Templates/adapter.py" suffix(, 0)
  };
  return text;
}

const char *template_adapter_swift(void) {
  static const char text[] = {
#embed "Templates/adapter.swift" suffix(, 0)
  };
  return text;
}

const char *template_adapter_swift_sh(void) {
  static const char text[] = {
#embed "Templates/adapter.swift.sh" suffix(, 0)
  };
  return text;
}

const char *template_first_cases_json(void) {
  static const char text[] = {
#embed "Templates/first-cases.json" suffix(, 0)
  };
  return text;
}

const char *template_first_manifest_json(void) {
  static const char text[] = {
#embed "Templates/first-manifest.json" suffix(, 0)
  };
  return text;
}

const char *template_gitattributes(void) {
  static const char text[] = {
#embed "Templates/gitattributes" suffix(, 0)
  };
  return text;
}

const char *template_init_cases_json(void) {
  static const char text[] = {
#embed "Templates/init-cases.json" suffix(, 0)
  };
  return text;
}

const char *template_init_manifest_json(void) {
  static const char text[] = {
#embed "Templates/init-manifest.json" suffix(, 0)
  };
  return text;
}
