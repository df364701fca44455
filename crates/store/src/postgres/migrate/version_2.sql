-- Who may see a repository: users with one of its labels. One without labels is seen by those with access to
-- everything.
ALTER TABLE rutter.repositories ADD COLUMN labels text[] NOT NULL DEFAULT '{}';

-- What was published of a repository. `number` grows with each publication. `indexed` is the newest one that the
-- index of candidates at the address `index` holds completely, 0 if there is none. `messages` has words of commit
-- messages by file.
CREATE TABLE rutter.publications (
    repository bigint PRIMARY KEY REFERENCES rutter.repositories ON DELETE CASCADE,
    number bigint NOT NULL,
    revision text COLLATE "C",
    embedder text COLLATE "C" NOT NULL,
    n_chunks bigint NOT NULL,
    messages bytea NOT NULL DEFAULT '',
    published_at timestamptz NOT NULL DEFAULT now(),
    index text COLLATE "C" NOT NULL DEFAULT '',
    indexed bigint NOT NULL DEFAULT 0
);

-- The manifest: the chunks of the newest publication, by content-addressed ids. `number` is that of the chunk in
-- its file, `content` a hash of the file.
CREATE TABLE rutter.chunks (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    id bytea NOT NULL,
    path text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    first_line integer NOT NULL,
    last_line integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (repository, id)
);

-- In how many chunks a word occurs, for words of at least two chunks.
CREATE TABLE rutter.words (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    word text COLLATE "C" NOT NULL,
    n_chunks integer NOT NULL,
    PRIMARY KEY (word, repository)
);
CREATE INDEX words_of_repository ON rutter.words (repository);

-- Ids that the index of candidates may lack, or hold although the manifest does not. Written with the manifest,
-- deleted after the index has acknowledged them.
CREATE TABLE rutter.unindexed (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    id bytea NOT NULL,
    PRIMARY KEY (repository, id)
);
