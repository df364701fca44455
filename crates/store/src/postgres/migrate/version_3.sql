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
