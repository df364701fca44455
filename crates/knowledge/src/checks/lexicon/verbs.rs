//! What claims say that code does, and the words and signs by which code shows that it does it.
//!
//! Every word is looked up by its stem among the words of the code, its documentation and its direct
//! callees, so that `removeAll`, `removed` and `remove` are one. The lists are wide on purpose: a verb
//! that no word of its list shows is very probably wrong, while one that is shown may still be.

/// Something that a claim may say of its subject.
#[derive(Debug)]
pub(crate) struct Action {
    /// The verbs that say it, in their base form.
    pub(crate) verbs: &'static str,
    /// Further words of code that show it.
    pub(crate) shown_by: &'static str,
    /// Operators and keywords that show it, as written in code.
    pub(crate) signs: &'static [&'static str],
    /// The verbs of what is the opposite.
    pub(crate) opposite: &'static str,
}

const fn action(
    verbs: &'static str,
    shown_by: &'static str,
    signs: &'static [&'static str],
    opposite: &'static str,
) -> Action {
    Action { verbs, shown_by, signs, opposite }
}

/// Loops of the languages, which show repetition.
const LOOPS: &[&str] =
    &["while", "for ", "for(", "loop", "until", "repeat", "do {", "each", "times"];

pub(crate) const ACTIONS: &[Action] = &[
    action(
        "delete erase purge unlink destroy",
        "del rm rmdir remove drop clear evict prune discard wipe free unset pop shift splice dispose \
         truncate expire unregister detach sweep forget retain reject replace unsubscribe kill",
        &["delete ", " = nil", " = null", " = None"],
        "add insert create append register restore",
    ),
    action(
        "remove",
        "delete erase purge unlink del rm drop clear evict prune discard wipe free unset pop shift \
         splice dispose reject filter truncate expire trim retain without strip take extract dequeue \
         poll rmdir detach unregister unsubscribe forget replace substitute sub gsub substring slice \
         skip cut except diff minus tr sed collapse decode reset empty tail rest next lstrip rstrip \
         clean sweep split",
        &[" = nil", " = null", " = None", "delete ", "[:", "[1..", "%%", "##"],
        "add insert create append register restore",
    ),
    action(
        "restore",
        "recover undo reset load back revert reload put set again interrupt",
        &[],
        "remove delete erase",
    ),
    action(
        "rebuild reconstruct",
        "from parse load decode new build create make restore read regenerate refresh update compact reindex",
        &[],
        "",
    ),
    action(
        "evict prune expire",
        "delete remove erase drop clear discard pop shift poll trim splice retain reject filter purge",
        &["delete "],
        "",
    ),
    action(
        "insert add put store push",
        "set append register enqueue save update create new assign map list include write record plus sum \
         count join attach merge prepend extend keep",
        &["=", "<<", "+", "["],
        "",
    ),
    action(
        "clear wipe empty",
        "delete remove erase reset drop purge empty truncate free zero new cancel default init flush",
        &[
            " = 0", " = nil", " = null", " = None", " = []", " = {}", "%{}", "nullptr", ": 0",
            " = \"\"",
        ],
        "",
    ),
    action(
        "persist save",
        "write store dump put print append output commit send sync encode serialize upsert insert \
         export record drain rename update flush add",
        &[">>", "<<"],
        "",
    ),
    action("flush", "fsync sync write drain commit save clear empty", &[], ""),
    action(
        "write",
        "save persist flush store dump put puts print append output echo emit log commit send copy \
         set encode serialize export insert replace add",
        &[">>", "<<", "> \""],
        "",
    ),
    action(
        "send publish emit notify broadcast transmit dispatch",
        "post deliver push put request fetch http write cast call invoke fire trigger event signal \
         mail enqueue channel callback handler listener socket reply respond response report announce \
         get perform exec forward flush submit message alert warn notifier hook client transport \
         download curl upload serve answer print run handle on",
        &["<-", "!("],
        "receive",
    ),
    action("upload", "put post push multipart transfer copy sync", &[], "download fetch"),
    action(
        "download",
        "fetch get request http curl client url load response pull body transport read source \
         upstream remote wget",
        &[],
        "upload",
    ),
    action("encrypt", "cipher aes crypt rsa chacha secretbox gcm kms pgp", &[], "decrypt"),
    action("decrypt", "cipher aes crypt rsa chacha gcm kms pgp", &[], "encrypt"),
    action(
        "hash",
        "digest sha sha1 sha256 sha512 md5 hmac checksum blake blake3 crc crc32 fnv fingerprint bcrypt \
         argon scrypt murmur xxhash siphash hasher",
        &["^=", "* 31", "31 *"],
        "",
    ),
    action(
        "retry reattempt",
        "attempt try tries again backoff repeat redo requeue reschedule postpone recur resend",
        LOOPS,
        "",
    ),
    action(
        "cache memoise memoize",
        "memo lru known store stored map dict dictionary lookup lazy once remember hash keep saved \
         recent seen table ets weak pool put set",
        &["||=", "??="],
        "",
    ),
    action(
        "sort",
        "order ordered compare comparable cmp comparator asc desc ascending descending rank heap \
         priority tree btree min max alphabetical newest oldest latest earliest",
        &["<=>"],
        "shuffle",
    ),
    action("shuffle randomise randomize", "random rand sample swap", &[], "sort"),
    action(
        "reverse",
        "rev desc descending flip invert backward negate opposite prev",
        &["-1", "- 1"],
        "",
    ),
    action(
        "lock",
        "mutex synchronized semaphore acquire monitor exclusive flock atomic rwlock critical",
        &["synchronized"],
        "unlock",
    ),
    action(
        "log warn trace",
        "logger logging warning info debug print println eprintln printf eprint puts echo console \
         stderr cerr clog fprintf syslog slog notice announce nslog",
        &[],
        "",
    ),
    action(
        "validate verify",
        "check valid invalid assert require required ensure match raise throw reject error panic \
         compare equal checksum expect confirm guard test is must refuse allowed schema digest sign \
         precondition exception fail bad range positive integer",
        &["==", "!=", "<", ">", "===", "=~"],
        "",
    ),
    action(
        "open",
        "connect fopen create start new listen stream reader writer file socket dial with begin \
         session read load raise activate mount launch acquire unlock expand show enable",
        &[],
        "close",
    ),
    action(
        "close shut",
        "dispose shutdown stop end finish exit disconnect using defer release with destroy terminate \
         quit cancel seal drop free clear settle lock hangup kill disable finalize reset",
        &["with ", "try ("],
        "open",
    ),
    action(
        "connect",
        "dial socket open session client http request attach link join bind stream address host url \
         tcp join",
        &[],
        "disconnect",
    ),
    action(
        "disconnect",
        "close quit hangup end detach unbind socket shutdown drop",
        &[],
        "connect",
    ),
    action(
        "parse",
        "from decode read scan split regex match deserialize unmarshal json load int atoi strtol \
         convert extract tokenize lex number integer float date time xml csv yaml toml number scanf \
         capture digit char",
        &[],
        "serialize serialise",
    ),
    action(
        "serialise serialize",
        "to json dump dumps stringify encode marshal format write string join csv pack yaml xml hash \
         dict map record bytes print iso",
        &[],
        "deserialize parse",
    ),
    action(
        "encode",
        "to json base64 hex serialize stringify escape dump dumps marshal pack utf8 bytes format \
         convert digest string url quote",
        &[],
        "decode",
    ),
    action(
        "decode",
        "parse from unmarshal load unescape unpack read replace entity entities base64 hex deserialize \
         json utf8 bytes",
        &[],
        "encode",
    ),
    action(
        "escape",
        "quote encode replace sanitize html entity entities url gsub amp htmlspecialchars json",
        &[],
        "unescape decode",
    ),
    action(
        "compress",
        "gzip zip deflate zlib brotli zstd snappy lz4 gz pack bzip",
        &[],
        "decompress",
    ),
    action("decompress", "gunzip inflate unzip zlib brotli zstd gzip extract", &[], "compress"),
    action(
        "spawn",
        "thread start async task run process fork exec launch submit executor coroutine worker popen \
         subprocess command supervisor goroutine",
        &["go ", "&\n"],
        "",
    ),
    action(
        "schedule",
        "timer after delay interval cron enqueue queue later timeout submit plan ticker postpone \
         dispatch run due next sleep defer add push scheduler",
        &[],
        "",
    ),
    action(
        "increment",
        "inc add plus succ count raise grow next bump total sum update",
        &["+=", "++", "+ 1", "+1", "+ "],
        "decrement",
    ),
    action(
        "decrement",
        "dec sub minus subtract pred lower release remain left reduce down",
        &["-=", "--", "- 1", "-1", "- "],
        "increment",
    ),
    action(
        "append",
        "push add concat insert write end last enqueue extend in put tail queue journal log suffix \
         join plus ending",
        &["<<", "+=", "++", ">>", "+ ", ".=", "..", "\"a\"", "'a'", "]:", "...", "${", "#{"],
        "prepend",
    ),
    action(
        "prepend",
        "unshift front first cons insert lpush head before prefix add concat",
        &["| ", "[0", "(0,", "...", "+ ", "++", ", 0"],
        "append",
    ),
    action(
        "merge",
        "combine union concat extend assign update add insert join overlay spread append put all",
        &["...", "**", "| ", "+= "],
        "split",
    ),
    action(
        "split",
        "partition cut chunk slice divide parse substring explode separate index find range prefix \
         suffix break segment take drop rest",
        &["[:", ".."],
        "join merge",
    ),
    action(
        "deduplicate dedupe",
        "dedup uniq unique distinct set seen known has contains includes include exist group inflight \
         flight key already pending any hash",
        &[" in "],
        "",
    ),
    action(
        "round",
        "rint floor ceil fixed nearest half truncate format precision scale",
        &["%.", "0.5", "// ", "+ 50"],
        "truncate",
    ),
    action(
        "truncate",
        "trunc floor slice substring take cut shorten crop clip substr left head int clear delete",
        &["[:", "[..", "\"w\"", "as u", "as i", "(int)"],
        "round",
    ),
    action(
        "sleep",
        "wait delay pause timer timeout block park yield backoff after await interval",
        &[],
        "",
    ),
    action(
        "wait",
        "sleep delay block await pause join poll select timeout recv receive sync acquire lock park \
         timer timed countdown barrier future get call condition interval after lease result run \
         backoff subscribe flock semaphore",
        &["<-"],
        "",
    ),
    action(
        "poll",
        "loop interval tick wait sleep check select timer schedule watch read next",
        LOOPS,
        "",
    ),
    action(
        "print",
        "puts echo write output format printf display draw log stdout stderr console fprintf println \
         cout render show usage warn line emit report",
        &["<<"],
        "",
    ),
    action(
        "render",
        "draw print html template format view paint display show write string image build to svg join \
         text output report",
        &["<", "${", "#{"],
        "",
    ),
    action(
        "authenticate authorise authorize",
        "auth token login password credential permission role allow session secret bearer user verify \
         key principal access grant forbid sign identity",
        &[],
        "",
    ),
    action("sum", "add total reduce fold accumulate plus count aggregate inject", &["+"], ""),
    action("subtract deduct", "minus sub diff negate debit less", &["-"], "add plus"),
    action(
        "double",
        "twice pow exponential shift left factor",
        &["* 2", "*2", "2 *", "<<", "**", "*= 2"],
        "halve",
    ),
    action(
        "halve",
        "half divide shift right",
        &["/ 2", "/2", ">>", "0.5", "// 2", "div"],
        "double",
    ),
    action(
        "lowercase",
        "lower downcase casefold tolower strtolower fold insensitive ascii normalize",
        &[],
        "uppercase upcase",
    ),
    action(
        "uppercase capitalise capitalize",
        "upper upcase toupper strtoupper title",
        &[],
        "lowercase downcase",
    ),
    action("rename", "move replace mv", &[], ""),
    action(
        "resize scale",
        "width height interpolate resample grow shrink capacity ratio reserve thumbnail",
        &[],
        "",
    ),
    action(
        "subscribe",
        "listen on add register attach observe watch handler append push join",
        &["+="],
        "unsubscribe",
    ),
    action(
        "unsubscribe unregister",
        "remove delete off detach cancel drop unlisten erase discard",
        &["-="],
        "subscribe register",
    ),
    action(
        "enable activate",
        "on true active allow start set open turn resume up",
        &[],
        "disable deactivate",
    ),
    action(
        "disable deactivate",
        "off false inactive deny stop unset close turn down mute",
        &[],
        "enable activate",
    ),
    action(
        "cancel abort",
        "stop clear interrupt kill remove dispose terminate close end raise throw exit halt \
         delete fail reject off reset unset timer panic error rollback",
        &[],
        "start schedule",
    ),
    action(
        "pause suspend",
        "stop hold halt sleep wait freeze interrupt block delay inactive disable",
        &[],
        "resume",
    ),
    action(
        "resume reactivate",
        "start continue active unpause restart wake run",
        &[],
        "pause suspend",
    ),
    action(
        "enqueue",
        "push add in queue append send offer put insert schedule cast submit",
        &["<<", "<-"],
        "dequeue",
    ),
    action("dequeue", "pop shift take out poll remove queue receive next get", &["<-"], "enqueue"),
    action(
        "rollback revert undo",
        "abort reset restore transaction back cancel reverse discard",
        &[],
        "commit",
    ),
    action(
        "reset",
        "clear zero init default empty new restore set none nil null false",
        &[" = 0", ": 0", " = nil", " = null", " = None", " = false"],
        "increment",
    ),
    action("crop", "slice cut clip rect trim box substring limit", &["[:"], ""),
    action("throttle", "rate limit bucket token quota delay wait sleep interval", &[], ""),
    action("debounce", "timer delay timeout wait cancel later", &[], ""),
    action(
        "clone duplicate",
        "copy dup new from assign spread slice map with deep to_owned",
        &["..."],
        "",
    ),
    action("import", "load read parse add insert from require include ingest", &[], "export"),
    action(
        "export",
        "write dump save output publish send to expose public print serialize",
        &[],
        "import",
    ),
    action("interpolate", "lerp format template replace mix between blend", &["%", "${", "#{"], ""),
    action("benchmark profile", "time measure elapsed clock timer", &[], ""),
    action("paginate", "page offset limit slice cursor skip take per", &["[:"], ""),
    action("migrate upgrade", "version alter schema convert move update", &[], ""),
    action(
        "mask redact anonymise anonymize",
        "hide replace star filter secret sanitize strip scrub",
        &["*"],
        "",
    ),
    action("batch", "chunk group slice buffer bulk many all collect each size", &["[:"], ""),
    action(
        "buffer",
        "buf batch queue list pending collect builder stream pool array bytes",
        &[],
        "",
    ),
    action("archive", "rename move zip tar store copy save history log old record append", &[], ""),
];

/// Verb forms that the rules of [`super::super::verb_forms`] do not give: the form, and its base.
pub(crate) const IRREGULAR: &[(&str, &str)] = &[
    ("sent", "send"),
    ("wrote", "write"),
    ("written", "write"),
    ("slept", "sleep"),
    ("shut", "shut"),
    ("split", "split"),
    ("undid", "undo"),
    ("undone", "undo"),
    ("memoised", "memoise"),
];
