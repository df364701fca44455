//! Names that need no definition in a project: literals, keywords, standard types and modules of the
//! languages, and the proper nouns, formats, units and commands that programmers use.
//!
//! A name that a project defines itself is not taken for a standard one, [`is_literal`] excepted.

use crate::lexicon::Table;

/// Whether it is a literal or a word for the object itself, in any language.
pub(crate) fn is_literal(name: &str) -> bool {
    LITERALS.has(name)
}

/// Whether a language, its standard library or common usage defines it, in any case of letters.
pub(crate) fn is_standard(name: &str) -> bool {
    let name = name.trim_end_matches(['!', '?']);
    let lower = name.to_lowercase();
    let is_listed = |name: &str| STANDARD.has(name) || NOUNS.has(name);
    is_listed(&lower)
        || is_listed(lower.trim_end_matches('s'))
        || is_error_of_library(name)
        || is_operating_system_error(name)
}

/// Standard libraries name their errors in a few ways; a project's own errors are defined in it.
fn is_error_of_library(name: &str) -> bool {
    ["Error", "Exception", "Interrupt", "Warning"].iter().any(|end| {
        name.strip_suffix(end)
            .is_some_and(|stem| stem.is_empty() || ERRORS.has(&stem.to_lowercase()))
    })
}

/// `ENOENT`, `EINTR` and the like, and signals.
fn is_operating_system_error(name: &str) -> bool {
    let is_upper = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    is_upper
        && (name.starts_with('E') && (4..=15).contains(&name.len())
            || name.starts_with("SIG") && (5..=9).contains(&name.len()))
}

/// Literals and words for the object itself.
static LITERALS: Table = Table::of_words(
    "
nil Nil null NULL None none nullptr undefined NaN Infinity inf true True TRUE false False FALSE void Void self Self this super -- Returns `None`.
cls unit Unit ok err error some nothing Nothing Just Left Right Ok Err Some -- Returns `None`.
",
);

/// Stems of errors of the standard libraries.
static ERRORS: Table = Table::of_words(
    "
runtime type value key index attribute name argument os io lookup zerodivision zero-division overflow arithmetic assertion -- Raises a `KeyError`.
import modulenotfound notimplemented notimplementederror stopiteration stopasynciteration recursion memory buffer eof -- Raises a `KeyError`.
filenotfound filealreadyexists fileexists permission connection connectionrefused connectionreset connectionaborted -- Raises a `KeyError`.
brokenpipe timeout timedout interrupted keyboard unicode unicodedecode unicodeencode syntax indentation system systemexit -- Raises a `KeyError`.
generatorexit environment floatingpoint reference range uri eval aggregate dom abort nullpointer nullreference -- Raises a `KeyError`.
illegalargument illegalstate illegalmonitorstate indexoutofbounds arrayindexoutofbounds stringindexoutofbounds arrayindex -- Raises a `KeyError`.
classcast classnotfound clonenotsupported concurrentmodification unsupportedoperation notsupported numberformat -- Raises a `KeyError`.
nosuchelement nosuchfield nosuchmethod nosuchfile security uncheckedio uncheckedexecution execution cancellation -- Raises a `KeyError`.
completion interruptedio socket sockettimeout unknownhost unknownhostport bind connect malformedurl urisyntax parse -- Raises a `KeyError`.
datetime datetimeparse sql json jsondecode jsonparser jsonsyntax jsonmapping parser invalidoperation invalidcast -- Raises a `KeyError`.
argumentnull argumentoutofrange format objectdisposed operationcanceled operationcancelled taskcanceled taskcancelled -- Raises a `KeyError`.
directorynotfound pathtoolong unauthorizedaccess invaliddata endofstream accessviolation stackoverflow outofmemory -- Raises a `KeyError`.
outofrange badalloc badcast invalidargument logic domain length standard script load nomethod frozen frozenerror local -- Raises a `KeyError`.
thread fiber regexp signal interrupt uncaughtthrow stop encoding undefinedconversion invalidbytesequence noconversion -- Raises a `KeyError`.
badmap badarity badfunction badarg badstructure badboolean caseclause condclause function functionclause match withclause -- Raises a `KeyError`.
tryclause undefinedfunction protocol protocolundefined enum outofbounds badmethodcall badfunctioncall unexpectedvalue -- Raises a `KeyError`.
underflow divisionbyzero errorexception typeerror valueerror http url ssl certificate decoding coding cocoa posix nsurl -- Raises a `KeyError`.
nsfile nserror fmt utf8 parseint parsefloat parsebool tryfrom tryfromint fromutf8 send recv tryrecv trysend poison trylock -- Raises a `KeyError`.
borrow borrowmut layout access alreadyexists notfound process calledprocess subprocess subprocesstimeout queue queueempty -- Raises a `KeyError`.
queuefull empty full invalidstate cancelled incompleteread limitoverrun struct binascii csv configparser xml saxparse -- Raises a `KeyError`.
transform configuration instantiation illegalaccess invocationtarget negativearraysize arraystore verify linkage -- Raises a `KeyError`.
exceptionininitializer virtualmachine internal unknown throwable fatal user deprecation deprecated resource future bytes -- Raises a `KeyError`.
",
);

/// Keywords, builtins, standard types, modules and functions, in lower case.
static STANDARD: Table = Table::of_words(
    "
any => abstract actor alias alignof and any array as assert async atomic auto await base begin bool boolean box break -- Returns an `Iterator`.
any => byte bytes bytearray memoryview case catch chan channel char class clone collection companion complex concept -- Returns an `Iterator`.
any => const constexpr constructor continue copy cow cell refcell oncecell oncelock lazylock rc arc weak data date -- Returns an `Iterator`.
any => datetime dec decimal def default defer defmodule defp defstruct defimpl defprotocol defguard defexception -- Returns an `Iterator`.
any => defmacro del delegate delete deinit deque dict dictionary did do done double drop dyn dynamic each elif else -- Returns an `Iterator`.
any => elsif elseif end ensure enum enumerable enumerator error esac eval event except exception explicit export extends -- Returns an `Iterator`.
any => extension extern fallthrough fi file fileprivate final finally fixed float float32 float64 f32 f64 fn for foreach -- Returns an `Iterator`.
any => forall friend from frozenset frozen func function functor future get getter setter global go goto goroutine guard -- Returns an `Iterator`.
any => hash hashmap hashset hashtable has have if impl implements implicit import in include indirect infix inline inout -- Returns an `Iterator`.
any => instanceof int int8 int16 int32 int64 integer interface internal intptr is isize it iterable iterator iter i8 i16 -- Returns an `Iterator`.
any => i32 i64 i128 u8 u16 u32 u64 u128 usize uint uint8 uint16 uint32 uint64 uintptr lambda lateinit lazy let library -- Returns an `Iterator`.
any => list local lock long loop macro make map match maybe either memory method mixin mod module monad move mut mutable -- Returns an `Iterator`.
any => mutex rwlock namespace native new newtype next noexcept nonlocal not notnull number object of open operator -- Returns an `Iterator`.
any => optional option or out override package panic param params partial pass pointer prefix private proc proceed -- Returns an `Iterator`.
any => process promise property protected protocol pub public quote raise range readonly record recover redo ref regex -- Returns an `Iterator`.
any => regexp register rescue result repeat require restrict rethrow retry return rune sealed select sequence seq set -- Returns an `Iterator`.
any => short signed sizeof size_t ssize_t slice splat static step strict string str stringbuilder stringbuffer struct -- Returns an `Iterator`.
any => subscript suspend switch symbol synchronized table task template then thread threadlocal throw throws time -- Returns an `Iterator`.
any => timedelta timespan timestamp trait transient try tuple type typealias typedef typeid typename typeof undef union -- Returns an `Iterator`.
any => unless unowned unsafe unsigned until use using val value var vararg variant vec vector view virtual void volatile -- Returns an `Iterator`.
any => wchar_t when where while wildcard with yield zip std core alloc crate env fs io os sys re json math net http -- Returns an `Iterator`.
any => https url path sync context fmt log logger logging bufio ioutil -- Returns an `Iterator`.
go => strconv strings errors sort rand random crypto sha1 sha256 sha512 md5 hmac base64 hex encoding binary unicode utf8 -- Formats by `strconv`.
go => runtime reflect testing flag exec signal filepath embed html xml csv zlib gzip tar collections itertools functools -- Formats by `strconv`.
go => typing -- Formats by `strconv`.
python => dataclass dataclasses asyncio threading multiprocessing concurrent subprocess socket ssl queue heapq bisect uuid -- A `dataclass`.
python => hashlib secrets pickle sqlite3 argparse getopt optparse shutil tempfile glob pathlib contextlib contextmanager -- A `dataclass`.
python => namedtuple defaultdict ordereddict counter chainmap abc abstractmethod staticmethod classmethod cached_property -- A `dataclass`.
python => lru_cache wraps -- A `dataclass`.
any => print println printf sprintf fprintf eprintln format len length size count append extend insert remove pop push shift -- Sums by `reduce`.
any => unshift splice concat join split strip trim lstrip rstrip replace replaceall startswith endswith starts_with ends_with -- Sums by `reduce`.
any => index indexof find lower upper tolower toupper lowercase uppercase isinstance issubclass hasattr getattr setattr repr -- Sums by `reduce`.
any => sorted reversed enumerate filter reduce fold sum min max abs round floor ceil pow sqrt all close read write readline -- Sums by `reduce`.
any => readlines writeline writelines flush seek input exit quit sleep now today parse stringify tostring to_s to_i to_h to_a -- Sums by `reduce`.
any => to_sym inspect equals hashcode compareto compare comparable comparator cmp eq ord partialeq partialord hasher debug -- Sums by `reduce`.
any => display -- Sums by `reduce`.
rust => into tryfrom tryinto asref deref derefmut indexmut add sub mul div neg rem intoiterator fromiterator fnonce fnmut -- Implements `From`.
rust => send sized unpin pin waker poll stream sink unwrap unwrap_or unwrap_or_else unwrap_or_default expect map_err -- Implements `From`.
rust => and_then or_else ok_or ok_or_else is_some is_none is_ok is_err as_str as_bytes to_string to_owned into_iter par_iter -- Implements `From`.
rust => collect cloned copied chunks windows -- Implements `From`.
java => btreemap btreeset binaryheap linkedlist linkedhashmap linkedhashset linkedblockingqueue treemap treeset -- Holds a `ConcurrentHashMap`.
java => arraylist arraydeque priorityqueue concurrenthashmap concurrentlinkedqueue copyonwritearraylist -- Holds a `ConcurrentHashMap`.
java => blockingqueue atomicinteger atomiclong atomicboolean atomicreference atomicbool atomicusize atomicu64 -- Holds a `ConcurrentHashMap`.
java => longadder reentrantlock readwritelock reentrantreadwritelock countdownlatch cyclicbarrier semaphore -- Holds a `ConcurrentHashMap`.
java => condvar condition barrier executor executorservice executors completablefuture callable runnable supplier -- Holds a `ConcurrentHashMap`.
java => consumer predicate bifunction biconsumer unaryoperator collectors optionalint optionallong intstream files -- Holds a `ConcurrentHashMap`.
java => paths inputstream outputstream bufferedreader bufferedwriter filereader filewriter printwriter scanner -- Holds a `ConcurrentHashMap`.
java => system objects arrays instant duration localdate localdatetime localtime zoneddatetime zoneid -- Holds a `ConcurrentHashMap`.
java => offsetdatetime period chronounit timeunit calendar locale uri httpclient httprequest httpresponse -- Holds a `ConcurrentHashMap`.
java => httpserver httphandler serializable closeable autocloseable cloneable -- Holds a `ConcurrentHashMap`.
csharp => ienumerable ienumerator ilist icollection idictionary ireadonlylist ireadonlydictionary ireadonlycollection -- Returns an `IEnumerable`.
csharp => iasyncenumerable idisposable iasyncdisposable icomparable iequatable iformattable iqueryable ilogger -- Returns an `IEnumerable`.
csharp => valuetask taskcompletionsource cancellationtoken cancellationtokensource semaphoreslim readerwriterlockslim -- Returns an `IEnumerable`.
csharp => monitor interlocked concurrentdictionary concurrentqueue concurrentbag blockingcollection stringcomparer -- Returns an `IEnumerable`.
csharp => stringcomparison stringreader stringwriter streamreader streamwriter filestream memorystream guid -- Returns an `IEnumerable`.
csharp => datetimeoffset dateonly timeonly timeprovider nullable action valuetuple span readonlyspan linq convert -- Returns an `IEnumerable`.
csharp => cultureinfo console environment stopwatch nameof checked unchecked init required -- Returns an `IEnumerable`.
javascript => allsettled race resolve reject settimeout setinterval clearinterval cleartimeout setimmediate nexttick -- Returns a `Promise`.
javascript => queuemicrotask requestanimationframe weakmap weakset weakref proxy bigint intl arraybuffer uint8array -- Returns a `Promise`.
javascript => float64array dataview sharedarraybuffer textencoder textdecoder urlsearchparams headers request response -- Returns a `Promise`.
javascript => fetch formdata blob abortcontroller abortsignal eventtarget eventemitter customevent buffer window document -- Returns a `Promise`.
javascript => localstorage sessionstorage indexeddb globalthis exports keyof infer pick omit exclude extract returntype -- Returns a `Promise`.
javascript => awaited unknown never hasown hasownproperty isarray isinteger isnan parseint parsefloat tolocalestring -- Returns a `Promise`.
javascript => toisostring -- Returns a `Promise`.
elixir => genserver gen_server supervisor agent registry application ets dets mnesia node port pid spawn spawn_link receive self -- A `GenServer`.
elixir => handle_call handle_cast handle_info handle_continue terminate start_link child_spec via_tuple behaviour moduledoc doc -- A `GenServer`.
elixir => spec callback mapset keyword atom bitstring code kernel naivedatetime access jason poison ecto plug phoenix otp beam -- A `GenServer`.
elixir => erlang elixir telemetry persistent_term counters monotonic_time os_time -- A `GenServer`.
ruby => attr_reader attr_writer attr_accessor prepend module_function private_constant freeze dup tap each_with_index -- An `attr_reader`.
ruby => each_with_object inject group_by partition sort_by min_by max_by flat_map compact uniq first last puts pp warn -- An `attr_reader`.
ruby => block_given method_missing respond_to respond_to_missing instance_variable_get const_get define_method singleton -- An `attr_reader`.
ruby => ostruct openstruct sizedqueue conditionvariable fiber basicobject numeric rational pathname fileutils dir stringio -- An `attr_reader`.
ruby => yaml erb openssl digest securerandom optionparser shellwords tsort forwardable observer benchmark nokogiri rexml -- An `attr_reader`.
ruby => rails activerecord rack rake bundler gem irb -- An `attr_reader`.
php => echo print_r var_dump isset unset empty array_map array_filter array_merge array_keys array_values array_key_exists -- Stops by `usleep`.
php => in_array implode explode preg_match preg_replace str_replace substr strlen strpos file_get_contents file_put_contents -- Stops by `usleep`.
php => fopen fclose fread fwrite fgets json_encode json_decode throwable closure generator iteratoraggregate arrayaccess -- Stops by `usleep`.
php => countable stringable jsonserializable traversable arrayobject arrayiterator splobjectstorage splqueue splstack -- Stops by `usleep`.
php => splpriorityqueue datetimeimmutable dateinterval pdo mysqli stdclass usort uasort uksort ksort asort microtime hrtime -- Stops by `usleep`.
php => usleep random_int random_bytes mb_strlen mb_substr backedenum unitenum mixed -- Stops by `usleep`.
swift => anyobject anyhashable codable decodable encodable hashable equatable identifiable customstringconvertible -- Conforms to `Codable`.
swift => dispatchqueue dispatchgroup operationqueue nslock urlsession urlrequest urlresponse jsondecoder jsonencoder -- Conforms to `Codable`.
swift => userdefaults filemanager notificationcenter timer bundle nsobject observableobject published state binding -- Conforms to `Codable`.
swift => swiftui uikit foundation mainactor sendable taskgroup asyncstream asyncsequence character substring -- Conforms to `Codable`.
kotlin => mutablelist mutablemap mutableset listof mapof setof mutablelistof mutablemapof emptylist emptymap arrayof -- Returns a `MutableList`.
kotlin => pair triple by also apply run takeif coroutine coroutines coroutinescope dispatchers flow stateflow -- Returns a `MutableList`.
kotlin => sharedflow mutablestateflow launch runblocking withcontext job deferred jvmstatic jvmoverloads reified -- Returns a `MutableList`.
kotlin => crossinline noinline tailrec check requirenotnull checknotnull todo unit nothing charsequence ulong -- Returns a `MutableList`.
scala => some none left right success failure nil cons lazylist -- Returns an `Option`.
haskell => foldable applicative monoid semigroup just ioref mvar tvar stm writer reader text bytestring show bounded num integral -- A `Monoid`.
haskell => fractional floating mempty mappend fmap pure bind foldr foldl mapm mapm_ form forM instance deriving haskell ghc prelude -- A `Monoid`.
lua => pcall xpcall ipairs pairs setmetatable getmetatable metatable tonumber rawget rawset rawequal unpack dofile -- Catches by `pcall`.
lua => loadstring lua luajit -- Catches by `pcall`.
zig => comptime anytype anyerror errdefer orelse unreachable usingnamespace allocator arenaallocator -- Takes an `Allocator`.
zig => generalpurposeallocator autohashmap stringhashmap multiarraylist bufset zig mem heap -- Takes an `Allocator`.
cpp => std::vector string_view unordered_map unordered_set multimap stack priority_queue expected bitset jthread -- Holds a `unique_ptr`.
cpp => shared_mutex recursive_mutex lock_guard unique_lock shared_lock scoped_lock condition_variable packaged_task -- Holds a `unique_ptr`.
cpp => unique_ptr shared_ptr weak_ptr make_unique make_shared chrono time_point steady_clock system_clock milliseconds -- Holds a `unique_ptr`.
cpp => seconds minutes hours nanoseconds microseconds filesystem ifstream ofstream fstream istream ostream iostream -- Holds a `unique_ptr`.
cpp => stringstream ostringstream istringstream cout cerr cin endl getline runtime_error logic_error invalid_argument -- Holds a `unique_ptr`.
cpp => out_of_range length_error domain_error range_error overflow_error underflow_error bad_alloc bad_cast -- Holds a `unique_ptr`.
cpp => bad_optional_access bad_variant_access system_error filesystem_error error_code errc initializer_list -- Holds a `unique_ptr`.
cpp => numeric_limits forward swap cbegin cend push_back emplace_back emplace erase reserve resize -- Holds a `unique_ptr`.
c => malloc calloc realloc free memcpy memset memmove memcmp strcpy strncpy strcmp strncmp strcat strdup strtol -- Frees what `malloc` gave.
c => strtoul atoi snprintf errno perror abort offsetof uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t -- Frees what `malloc` gave.
c => int64_t uintptr_t ptrdiff_t time_t off_t pid_t pthread pthread_mutex_t getenv setenv stdin stdout stderr listen -- Frees what `malloc` gave.
c => accept connect recv epoll kqueue -- Frees what `malloc` gave.
go => context.context waitgroup rwmutex once pool cond errgroup iota cap ioreader readcloser writecloser readwriter -- Waits for a `WaitGroup`.
go => closer seeker stringer byteslice ticker handlerfunc handler responsewriter servemux roundtripper client server -- Waits for a `WaitGroup`.
go => listener conn marshal unmarshal marshaler unmarshaler eof errnotfound os.errnotexist errnotexist errorf fatalf -- Waits for a `WaitGroup`.
go => iswindows isnotexist readfile writefile -- Waits for a `WaitGroup`.
bash => -e shopt ifs argv argc args kwargs varargs trap source declare getopts test cd pwd pushd popd mapfile readarray -- Reads by `mapfile`.
",
);

/// Formats, protocols, units, products, commands and SQL words, in lower case.
static NOUNS: Table = Table::of_words(
    "
jsonl ndjson toml xhtml css tsv ini svg png jpeg jpg gif webp avif bmp tiff pdf brotli zstd lz4 bz2 markdown mp3 mp4 wav ogg -- Returns `JSON`.
flac webm rss opml ical icalendar geojson wkt protobuf avro parquet msgpack cbor bson asn1 pem der jwt jwk -- Returns `JSON`.
utf utf-8 utf16 utf-16 utf32 ascii latin1 latin iso iso8601 rfc bom crlf lf cr eol base32 base58 urn ulid oid sha sha384 crc crc32 -- In `UTF-8`.
crc32c hmac-sha256 aes rsa ecdsa ed25519 pbkdf2 bcrypt scrypt argon2 tls ssh sftp ftp smtp imap pop3 ldap oauth oauth2 oidc saml -- In `UTF-8`.
cors csrf xss sql nosql orm odbc jdbc http1 http2 websocket websockets grpc rest graphql soap rpc xmlrpc jsonrpc mqtt amqp dns dhcp -- In `UTF-8`.
ntp tcp udp ip ipv4 ipv6 icmp lan wan vpn nat cidr mac -- In `UTF-8`.
api sdk cli gui tui ide repl cpu gpu ram ssd vm jvm clr dom ui ux id ids pk fk etag etags cookie cookies ttl lru lfu fifo lifo -- Over the `API`.
mru -- Over the `API`.
kib mib gib tib pib kb mb gb tb pb kbit mbit ms us ns sec secs mins hr hrs px dpi fps hz khz mhz ghz rpm qps rps utc gmt est pst -- In `MiB`.
head post put patch options trace authorization bearer basic content-type content-length content-encoding content-disposition -- Sends a `POST`.
cache-control if-none-match if-modified-since last-modified retry-after user-agent location host origin referer x-forwarded-for -- Sends a `POST`.
set-cookie transfer-encoding keep-alive chunked deflate ok -- Sends a `POST`.
github gitlab bitbucket git svn mercurial postgresql postgres mysql mariadb sqlite mongodb redis memcached elasticsearch -- On `GitHub`.
opensearch kafka rabbitmq nats cassandra dynamodb s3 aws gcp azure docker kubernetes helm terraform ansible nginx apache boringssl -- On `GitHub`.
libressl linux macos ios android unix posix bsd freebsd ubuntu debian alpine darwin solaris javascript typescript ecmascript -- On `GitHub`.
nodejs node.js deno bun npm yarn pnpm webpack vite babel eslint prettier react reactjs vue vuejs angular svelte nextjs jquery -- On `GitHub`.
python cpython pypy pip django flask fastapi numpy pandas pytorch tensorflow java jdk jre openjdk maven gradle spring springboot -- On `GitHub`.
junit kotlin scala sbt clojure groovy ruby rubygems php composer laravel symfony golang rust cargo rustc clang gcc llvm cmake -- On `GitHub`.
ninja bazel msvc csharp dotnet nuget swift objective-c objectivec xcode cocoapods cabal bash zsh fish sh powershell vim emacs -- On `GitHub`.
vscode -- On `GitHub`.
openapi swagger opentelemetry prometheus grafana datadog sentry openstreetmap youtube paypal linkedin facebook whatsapp iphone -- By `OpenAPI`.
ipad macbook icloud -- By `OpenAPI`.
curl wget grep sed awk xargs tail cut tr cat ls cp mv rm mkdir rmdir touch chmod chown ln ps kill top df du unzip rsync scp dig -- By `rsync`.
ping nslookup netcat nc systemctl journalctl cron crontab sudo su apt brew yum dnf jq tee mktemp -- By `rsync`.
update inner outer group order having limit offset values create alter primary foreign key unique null like between exists distinct -- A `SELECT`.
on transaction commit rollback savepoint wal pragma upsert returning conflict serial varchar jsonb timestamptz -- A `SELECT`.
tty pty home tmpdir user lang shell editor sigterm sigint sighup sigkill sigpipe sigchld readme changelog license dockerfile -- To `stderr`.
makefile gemfile rakefile cargo.toml package.json pyproject.toml mix.exs go.mod pom.xml build.gradle -- To `stderr`.
web mercator wgs84 epsg haversine fibonacci levenshtein dijkstra huffman bloom merkle luhn kahn tarjan quicksort -- By `Levenshtein` distance.
mergesort heapsort timsort art cjk emoji bidi nfc nfd nfkc nfkd -- By `Levenshtein` distance.
js ts tsx jsx py rb rs cs cpp hpp cc hh kt kts ex exs hs sc md rst txt conf cfg config sock tmp bak old orig db dat bin exe dll -- A `.tsx` file.
so dylib jar war whl -- A `.tsx` file.
",
);
