// Puts the file into the program with `#embed` of C23.

#include "HistoryTables.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *history_tables_sql(void) {
  static const char text[] = {
#embed "tables.sql" suffix(, 0)
  };
  return text;
}
