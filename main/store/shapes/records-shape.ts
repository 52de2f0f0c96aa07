// The shape of what is kept for the person, as migration 18 made it.

/**
 * Notes have a category and a key, who noted them, and where text in them came from; what is kept
 * for the person besides is in one table, with the words to find it by.
 */
export const records = `
ALTER TABLE memories ADD COLUMN category TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN "key" TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN untrusted TEXT;
CREATE INDEX memories_named ON memories (category, "key") WHERE category <> '';
CREATE INDEX memories_agent ON memories (agent) WHERE agent <> '';
CREATE TRIGGER memory_words_changed AFTER UPDATE OF text ON memories
BEGIN
  INSERT INTO memory_words (memory_words, rowid, text) VALUES ('delete', OLD.id, OLD.text);
  INSERT INTO memory_words (rowid, text) VALUES (NEW.id, NEW.text);
END;
CREATE TABLE records (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  due_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  untrusted TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX records_kind ON records (kind, state);
CREATE INDEX records_due ON records (kind, due_at) WHERE due_at IS NOT NULL;
CREATE VIRTUAL TABLE record_words USING fts5(text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
`
