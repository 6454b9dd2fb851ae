CREATE TABLE session (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  scenarioTitle BLOB NOT NULL,
  timestamp INTEGER NOT NULL,
  targetLanguage BLOB NOT NULL,
  durationSeconds INTEGER NOT NULL,
  digest BLOB NOT NULL
);
CREATE TABLE line (
  session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id BLOB NOT NULL,
  speakerId BLOB,
  roleName BLOB NOT NULL,
  textNative BLOB NOT NULL,
  textTranslated BLOB NOT NULL,
  timestamp INTEGER,
  PRIMARY KEY (session, position)
) WITHOUT ROWID;
