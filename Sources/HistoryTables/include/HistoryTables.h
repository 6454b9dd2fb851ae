// The tables of a file of sessions, as SQL that ends with a null character.

#pragma once

#pragma clang assume_nonnull begin

const char *history_tables_sql(void);

#pragma clang assume_nonnull end
