CREATE SCHEMA IF NOT EXISTS rutter;

-- One row: the version of these tables.
CREATE TABLE rutter.versions (
    version integer PRIMARY KEY
);

-- One row for each repository. `latest` is the number of its newest change. A writer locks the row before it
-- takes the next number and keeps it locked until its commit, so numbers follow commits. It may be seen by users
-- with one of its `labels`; without labels, by those with access to everything.
CREATE TABLE rutter.repositories (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    latest bigint NOT NULL DEFAULT 0,
    labels text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Values are `json`, not `jsonb`: text may contain the character NUL, which `jsonb` refuses.
CREATE TABLE rutter.entries (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    symbol text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    body json NOT NULL,
    embedder text,
    vector bytea,
    checksum bigint NOT NULL,
    PRIMARY KEY (repository, id)
);
-- Of the hash, since the text may be longer than a row of an index.
CREATE INDEX entries_of_path ON rutter.entries (repository, hashtextextended(path, 0));

CREATE TABLE rutter.history (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    entry text COLLATE "C" NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    event json NOT NULL,
    PRIMARY KEY (repository, entry, number)
);

-- The newest change of each item. The row of a removed item stays.
CREATE TABLE rutter.changes (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    item text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    removed boolean NOT NULL,
    PRIMARY KEY (repository, item, id)
);
CREATE INDEX changes_by_number ON rutter.changes (repository, number);

CREATE TABLE rutter.sessions (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    updated_at bigint NOT NULL,
    revision bigint NOT NULL,
    header json NOT NULL,
    chat json NOT NULL,
    PRIMARY KEY (repository, id)
);

CREATE TABLE rutter.state (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    value json NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (repository, key)
);

-- A row stays when its lease ends, so that tokens keep growing.
CREATE TABLE rutter.leases (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    holder text NOT NULL,
    token bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (repository, name)
);

CREATE TABLE rutter.gaps (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    record json NOT NULL,
    PRIMARY KEY (repository, id)
);

CREATE TABLE rutter.attempts (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    gap text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    fence bigint NOT NULL,
    attempt json NOT NULL,
    PRIMARY KEY (repository, gap, number)
);

-- `revision` is a commit of git.
CREATE TABLE rutter.measurements (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    number bigint GENERATED ALWAYS AS IDENTITY,
    revision text COLLATE "C",
    at bigint NOT NULL,
    measurement json NOT NULL,
    PRIMARY KEY (repository, number)
);

-- While a run is written, its writer holds the advisory lock (1920299124, lock).
CREATE TABLE rutter.runs (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    lock integer GENERATED ALWAYS AS IDENTITY,
    locked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (repository, id)
);

CREATE TABLE rutter.moments (
    repository bigint NOT NULL,
    run text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    moment json NOT NULL,
    PRIMARY KEY (repository, run, number),
    FOREIGN KEY (repository, run) REFERENCES rutter.runs ON DELETE CASCADE
);

-- Writes that were applied, with their answers. A client that lost its connection during a commit asks here
-- whether the write succeeded.
CREATE TABLE rutter.writes (
    repository bigint NOT NULL REFERENCES rutter.repositories ON DELETE CASCADE,
    key bytea NOT NULL,
    answer json NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (repository, key)
);
CREATE INDEX writes_by_time ON rutter.writes (repository, at);

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

-- Who may use `rutter serve --team`. Of a token only its hash is kept.
CREATE TABLE rutter.users (
    name text COLLATE "C" PRIMARY KEY,
    labels text[] NOT NULL,
    may_write boolean NOT NULL,
    token_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- What was asked of `rutter serve --team`. It refers to no other table, since it outlives users and repositories.
CREATE TABLE rutter.audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    user_name text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    repository text COLLATE "C",
    item text COLLATE "C",
    outcome text COLLATE "C" NOT NULL
);
CREATE INDEX audit_by_time ON rutter.audit (at);
