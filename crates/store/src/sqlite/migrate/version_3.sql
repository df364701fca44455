-- A notebook of version 3 with entries that are verified, unverified and rejected.
BEGIN TRANSACTION;
CREATE TABLE entries (
        id TEXT PRIMARY KEY,
        symbol TEXT NOT NULL,
        path TEXT NOT NULL,
        summary TEXT NOT NULL,
        details TEXT,
        tags TEXT NOT NULL,
        evidence TEXT NOT NULL,
        confidence REAL,
        author TEXT NOT NULL,
        run TEXT,
        created_at INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT,
        anchor TEXT NOT NULL,
        embedder TEXT,
        vector BLOB,
        UNIQUE (path, symbol)
    );
INSERT INTO entries VALUES('88suw8t2','take','src/pool.rs','Takes the `size`.',NULL,'["pool"]','[{"path":"src/pool.rs","start_line":1,"end_line":3}]',0.5,'tester',NULL,1794744000000,'verified',NULL,'{"name":"take","kind":"function","subject":3560176622034973487,"start_line":1,"end_line":3,"content":[185,252,95,61,250,220,48,218,43,6,87,10,139,237,116,57],"windows":[null],"twins":[]}','rutter-0edd55cc',X'd101096102f5d436fbc74bf0fe0794e22f36f3c7070717dd97b4ba4619064b46a9ca1a1bc1e2e5e72bc1fafa07365a14f448354ab6f566f40ab330fb349c082d34fbdb14ead7cff296db43f907c91413e1efb86638f4dacc42b70531d604e4dce43d0aea193eed4432cc150d1bcaf1063c15e012d7cfd0173a1cd3274d34120715f91d390f19edd0c6372827143fe83c0128dce023fcf5cf0620c6c8fae9e2de23fc33faae3ff5f4f91be9062d0d14c932e8e40f10d97ffc5611100723e2f5090735e14be11b0f3c2cf3f3020413ff31f000240010e1d5cadad4c7d70abb2105dea2eede2eecd90ae03fd6322a00baf53a030fefe7f70122de3e250620db19e0');
INSERT INTO entries VALUES('j7asnc7q','give','src/pool.rs','Gives to `nobody_at_all`.','It says so.','[]','[{"path":"src/pool.rs","start_line":5,"end_line":7}]',NULL,'tester',NULL,1794744000000,'unverified','`nobody_at_all` is neither in the index nor in the evidence','{"name":"give","kind":"function","subject":6880159415370988350,"start_line":5,"end_line":7,"content":[185,252,95,61,250,220,48,218,43,6,87,10,139,237,116,57],"windows":[null],"twins":[]}','rutter-0edd55cc',X'db812f1e46f42e25c25822f1f004c9170a1ce702db260cf60bdde048040324c7db22dd070117eec7fdf0f6f20853d7111144d83ef1fb1b0c001b1f0c23f2ee07fa13fffe05cffb1420e70d0f26d91c2504ff00091bed0a1508e10f0be70cf901061d04fe0b1bfe0b0cde1de7def20d0dfcd9fcf42cf602ef30f3201d1e2300041eeaeae807f3f00405f70c0706fdd7ff07ea0bd0fe0117fa1f130ef60de01408fcebe116ff1403ebfecdd10bf802e40602f0050ff7fdfdf332ee0eee08f1280424f4f50ae80705110d0318edfafa090d0a00f8f9e0f1f6fc01d919e0fdf40311faf208e923fd0c1d11f100fdfc0af40a20ebf61fd2cf0ffc08db11fbf3eef1f5');
INSERT INTO entries VALUES('6db94eyf','drop_all','src/pool.rs','Drops.',NULL,'[]','[{"path":"src/pool.rs","start_line":9,"end_line":9}]',NULL,'tester',NULL,1794744000000,'rejected','it keeps one','{"name":"drop_all","kind":"function","subject":12687777811811213130,"start_line":9,"end_line":9,"content":[185,252,95,61,250,220,48,218,43,6,87,10,139,237,116,57],"windows":[null],"twins":[]}','rutter-0edd55cc',X'bf2f6417eaee6ee2e112ce6962039e0211dc320baad0b8eb15cf362506df3c031102404fe310ffc51c2c34ea003514eb1758e31fec0e12976524cfe3309ce305eccf013ed3dc0d2ae3e02af80a3fb6f6fed7e6d9efe5f149380ef5f9dc2ee8e2dc10d9e22e30ec1b03f3ece525df1a0a1afe19fc7f0e19e7fccec6e7591634c4debcd6fbfc1ab433140afb0f25cb05fbec3be3e611d41105fa5927ce14ba24ff06c1fedf0a0a4305c5d0f5ec1cd7d31af6a7ff2ff4f53a012e0c14e2ddfdf704ecfec717fb03ff301d050fe4ea16e81acaf42403e7ebedcde822e7d713faf9d606ead0fcfccd0d0ef4f50907f43d021efd2b34d106feedc5d5f41026f016f0dc');
CREATE TABLE notes (
        number INTEGER PRIMARY KEY,
        entry TEXT NOT NULL,
        note TEXT NOT NULL,
        summary TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        told_to TEXT
    );
INSERT INTO notes VALUES(1,'6db94eyf','it keeps one','Drops.','tester',1794809261984,NULL);
CREATE TABLE checksums (
        entry TEXT PRIMARY KEY,
        checksum INTEGER NOT NULL
    );
INSERT INTO checksums VALUES('88suw8t2',2761456666860656947);
INSERT INTO checksums VALUES('j7asnc7q',4660221173869587601);
INSERT INTO checksums VALUES('6db94eyf',7417655620250998981);
CREATE TABLE changes (
        number INTEGER PRIMARY KEY,
        item TEXT NOT NULL,
        id TEXT NOT NULL,
        UNIQUE (item, id)
    );
INSERT INTO changes VALUES(1,'entry','88suw8t2');
INSERT INTO changes VALUES(2,'entry','j7asnc7q');
INSERT INTO changes VALUES(4,'entry','6db94eyf');
CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        updated_at INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        conversation TEXT NOT NULL
    );
CREATE TABLE state (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        revision INTEGER NOT NULL
    );
CREATE TABLE leases (
        name TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        token INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    );
CREATE INDEX notes_of_entry ON notes (entry);
COMMIT;
PRAGMA user_version = 3;
