//! Names that need no definition in a project: literals, keywords, standard types and modules of the
//! languages, and the proper nouns, formats, units and commands that programmers use.
//!
//! A name that a project defines itself is not taken for a standard one, [`is_literal`] excepted.

use std::collections::HashSet;
use std::sync::OnceLock;

/// Whether it is a literal or a word for the object itself, in any language.
pub(crate) fn is_literal(name: &str) -> bool {
    set(&LITERALS_SET, LITERALS).contains(name)
}

/// Whether a language, its standard library or common usage defines it, in any case of letters.
pub(crate) fn is_standard(name: &str) -> bool {
    let name = name.trim_end_matches(['!', '?']);
    let lower = name.to_lowercase();
    let parts = [&STANDARD_SET, &NOUNS_SET].into_iter().zip([STANDARD, NOUNS]);
    let is_listed = |name: &str| parts.clone().any(|(cell, words)| set(cell, words).contains(name));
    is_listed(&lower)
        || is_listed(lower.trim_end_matches('s'))
        || is_error_of_library(name)
        || is_operating_system_error(name)
}

/// Standard libraries name their errors in a few ways; a project's own errors are defined in it.
fn is_error_of_library(name: &str) -> bool {
    ["Error", "Exception", "Interrupt", "Warning"].iter().any(|end| {
        name.strip_suffix(end).is_some_and(|stem| {
            stem.is_empty() || set(&ERRORS_SET, ERRORS).contains(stem.to_lowercase().as_str())
        })
    })
}

/// `ENOENT`, `EINTR` and the like, and signals.
fn is_operating_system_error(name: &str) -> bool {
    let is_upper = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    is_upper
        && (name.starts_with('E') && (4..=15).contains(&name.len())
            || name.starts_with("SIG") && (5..=9).contains(&name.len()))
}

static LITERALS_SET: OnceLock<HashSet<&str>> = OnceLock::new();
static STANDARD_SET: OnceLock<HashSet<&str>> = OnceLock::new();
static NOUNS_SET: OnceLock<HashSet<&str>> = OnceLock::new();
static ERRORS_SET: OnceLock<HashSet<&str>> = OnceLock::new();

fn set(
    cell: &'static OnceLock<HashSet<&'static str>>,
    words: &'static str,
) -> &'static HashSet<&'static str> {
    cell.get_or_init(|| words.split_whitespace().collect())
}

const LITERALS: &str = "
nil Nil null NULL None none nullptr undefined NaN Infinity inf true True TRUE false False FALSE void Void
self Self this super cls unit Unit ok err error some nothing Nothing Just Left Right Ok Err Some
";

/// Stems of errors of the standard libraries.
const ERRORS: &str = "
runtime type value key index attribute name argument os io lookup zerodivision zero-division overflow
arithmetic assertion import modulenotfound notimplemented notimplementederror stopiteration
stopasynciteration recursion memory buffer eof filenotfound filealreadyexists fileexists permission
connection connectionrefused connectionreset connectionaborted brokenpipe timeout timedout interrupted
keyboard unicode unicodedecode unicodeencode syntax indentation system systemexit generatorexit environment
floatingpoint reference range uri eval aggregate dom abort nullpointer nullreference illegalargument
illegalstate illegalmonitorstate indexoutofbounds arrayindexoutofbounds stringindexoutofbounds arrayindex
classcast classnotfound clonenotsupported concurrentmodification unsupportedoperation notsupported
numberformat nosuchelement nosuchfield nosuchmethod nosuchfile security uncheckedio uncheckedexecution
execution cancellation completion interruptedio socket sockettimeout unknownhost unknownhostport bind connect
malformedurl urisyntax parse datetime datetimeparse sql json jsondecode jsonparser jsonsyntax jsonmapping
parser invalidoperation invalidcast argumentnull argumentoutofrange format objectdisposed operationcanceled
operationcancelled taskcanceled taskcancelled directorynotfound pathtoolong unauthorizedaccess invaliddata
endofstream accessviolation stackoverflow outofmemory outofrange badalloc badcast invalidargument logic
domain length standard script load nomethod frozen frozenerror local thread fiber regexp signal interrupt
uncaughtthrow stop encoding undefinedconversion invalidbytesequence noconversion badmap badarity badfunction
badarg badstructure badboolean caseclause condclause function functionclause match withclause tryclause
undefinedfunction protocol protocolundefined enum outofbounds badmethodcall badfunctioncall badfunction
unexpectedvalue underflow divisionbyzero errorexception typeerror valueerror http url ssl certificate
decoding coding cocoa posix nsurl nsfile nserror fmt utf8 parseint parsefloat parsebool tryfrom tryfromint
fromutf8 send recv tryrecv trysend poison trylock borrow borrowmut layout access alreadyexists notfound
process calledprocess subprocess subprocesstimeout queue queueempty queuefull empty full invalidstate
cancelled incompleteread limitoverrun struct binascii csv configparser xml saxparse transform configuration
instantiation illegalaccess invocationtarget negativearraysize arraystore verify linkage exceptionininitializer
virtualmachine internal unknown throwable fatal user deprecation deprecated resource future bytes
";

/// Keywords, builtins, standard types, modules and functions, in lower case.
const STANDARD: &str = "
abstract actor alias alignof and any array as assert async atomic auto await base begin bool boolean box break byte
bytes bytearray memoryview case catch chan channel char class clone collection companion complex concept const
constexpr constructor continue copy cow cell refcell oncecell oncelock lazylock rc arc weak data date datetime dec decimal def default defer
defmodule defp defstruct defimpl defprotocol defguard defexception defmacro del delegate delete deinit deque dict dictionary did do
done double drop dyn dynamic each elif else elsif elseif elsif end ensure enum enumerable enumerator error esac eval event except
exception explicit export extends extension extern fallthrough fi file fileprivate final finally fixed float float32
float64 f32 f64 fn for foreach forall friend from frozenset frozen func function functor future get getter setter global go goto goroutine guard
hash hashmap hashset hashtable hashtable has have if impl implements implicit import in include indirect
infix inline inout instanceof int int8 int16 int32 int64 integer interface internal intptr is isize it iterable
iterator iter i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 usize uint uint8 uint16 uint32 uint64 uintptr lambda lateinit lazy let
library list local lock long loop macro make map match maybe either memory method mixin mod module monad move mut mutable
mutex rwlock namespace native new newtype next noexcept nonlocal not notnull number object of open operator optional option or out
override package panic param params partial pass pointer prefix private proc proceed process promise property protected protocol
pub public quote raise range readonly record recover redo ref regex regexp register rescue result repeat require
restrict rethrow retry return rune sealed select sequence seq set short signed sizeof size_t ssize_t slice splat
static step strict string str stringbuilder stringbuffer struct subscript suspend switch symbol synchronized table
task template then thread threadlocal throw throws time timedelta timespan timestamp trait transient try tuple type typealias typedef
typeid typename typeof undef union union unless unowned unsafe unsigned until use using val value var vararg variant
vec vector view virtual void volatile wchar_t when where while wildcard with yield zip
std core alloc crate env fs io os sys re json math net http https url path sync context fmt log logger logging bufio ioutil
strconv strings errors sort rand random crypto sha1 sha256 sha512 md5 hmac base64 hex encoding binary unicode utf8 runtime
reflect testing flag exec signal filepath embed template html xml csv zlib gzip tar collections itertools functools typing
dataclass dataclasses dataclasses asyncio threading multiprocessing concurrent subprocess socket ssl select queue heapq bisect
uuid hashlib secrets struct pickle sqlite3 argparse getopt optparse shutil tempfile glob pathlib contextlib contextmanager
namedtuple defaultdict ordereddict counter chainmap abc abstractmethod staticmethod classmethod functools cached_property lru_cache wraps
print println printf sprintf fprintf eprintln format len length size count append extend insert remove pop push shift unshift
splice concat join split strip trim lstrip rstrip replace replaceall startswith endswith starts_with ends_with
index indexof find lower upper tolower toupper lowercase uppercase isinstance issubclass hasattr getattr setattr repr
sorted reversed enumerate filter reduce fold sum min max abs round floor ceil pow sqrt any all open close read write
readline readlines writeline writelines flush seek input exit quit sleep now today parse stringify tostring to_s to_i to_h to_a to_sym inspect
hash equals hashcode compareto compare comparable comparator cmp eq ord partialeq partialord hasher debug display clone default
into from tryfrom tryinto asref deref derefmut index indexmut add sub mul div neg rem not iterator intoiterator
fromiterator extend drop fnonce fnmut send sync sized copy unpin pin waker poll stream sink
unwrap unwrap_or unwrap_or_else unwrap_or_default expect map_err and_then or_else ok_or ok_or_else is_some is_none is_ok is_err
as_str as_bytes to_string to_owned into_iter par_iter collect cloned copied chunks windows
btreemap btreeset binaryheap linkedlist linkedhashmap linkedhashset linkedblockingqueue treemap treeset arraylist arraydeque priorityqueue
concurrenthashmap concurrentlinkedqueue copyonwritearraylist blockingqueue atomicinteger atomiclong atomicboolean atomicreference atomicbool
atomicusize atomicu64 longadder reentrantlock readwritelock reentrantreadwritelock countdownlatch cyclicbarrier semaphore condvar
condition barrier executor executorservice executors completablefuture callable runnable supplier consumer function predicate
bifunction biconsumer unaryoperator stream collectors optionalint optionallong intstream files paths path
inputstream outputstream bufferedreader bufferedwriter filereader filewriter printwriter scanner system math objects arrays
collections instant duration localdate localdatetime localtime zoneddatetime zoneid offsetdatetime period chronounit timeunit calendar
locale uri url httpclient httprequest httpresponse httpserver httphandler serializable closeable autocloseable cloneable
ienumerable ienumerator ilist icollection idictionary ireadonlylist ireadonlydictionary ireadonlycollection iasyncenumerable
idisposable iasyncdisposable icomparable iequatable iformattable iqueryable ilogger valuetask task taskcompletionsource
cancellationtoken cancellationtokensource semaphoreslim readerwriterlockslim monitor interlocked concurrentdictionary concurrentqueue
concurrentbag blockingcollection stringcomparer stringcomparison stringreader stringwriter streamreader streamwriter filestream memorystream guid
datetimeoffset dateonly timeonly timeprovider nullable lazy action func tuple valuetuple span memory readonlyspan linq enumerable convert
cultureinfo encoding console environment stopwatch random nameof checked unchecked init required record await foreach
promise allsettled race resolve reject then catch finally async await settimeout setinterval clearinterval cleartimeout setimmediate
nexttick queuemicrotask requestanimationframe json object array map set weakmap weakset weakref symbol proxy reflect date regexp
number bigint boolean string math intl arraybuffer uint8array float64array dataview sharedarraybuffer textencoder textdecoder
url urlsearchparams headers request response fetch formdata blob file filereader abortcontroller abortsignal eventtarget
eventemitter event customevent buffer process console window document localstorage sessionstorage indexeddb globalthis
require module exports import export default typeof instanceof keyof infer readonly partial record pick omit exclude extract
returntype awaited unknown never any hasown hasownproperty isarray isinteger isnan parseint parsefloat tolocalestring toisostring
genserver gen_server supervisor agent task registry application ets dets mnesia process node port pid ref spawn spawn_link send
receive self handle_call handle_cast handle_info handle_continue init terminate start_link child_spec via_tuple behaviour impl moduledoc doc spec callback
enum stream map mapset keyword list string integer float atom tuple bitstring binary io file path system code kernel module macro
logger datetime naivedatetime date time uri regex access protocol exception struct defstruct jason poison ecto plug phoenix otp beam
erlang elixir telemetry persistent_term counters monotonic_time os_time
attr_reader attr_writer attr_accessor include extend prepend module_function private_constant freeze frozen dup tap then
each_with_index each_with_object inject group_by partition sort_by min_by max_by flat_map select reject compact uniq first last
puts pp warn raise rescue ensure retry catch throw block_given yield proc lambda method_missing respond_to respond_to_missing
instance_variable_get const_get define_method singleton struct ostruct openstruct set monitor mutex queue sizedqueue conditionvariable
thread fiber enumerator comparable kernel basicobject numeric rational complex time date datetime pathname fileutils tempfile dir file io stringio
yaml erb net openssl digest securerandom optionparser shellwords tsort forwardable singleton observer benchmark logger nokogiri rexml
rails activerecord rack rake bundler gem irb
echo print_r var_dump isset unset empty array_map array_filter array_merge array_keys array_values array_key_exists in_array count
implode explode sprintf preg_match preg_replace str_replace substr strlen strpos file_get_contents file_put_contents fopen
fclose fread fwrite fgets json_encode json_decode throwable closure generator iterator iteratoraggregate arrayaccess countable stringable
jsonserializable traversable arrayobject arrayiterator splobjectstorage splqueue splstack splpriorityqueue datetimeimmutable dateinterval pdo
mysqli stdclass usort uasort uksort ksort asort microtime hrtime usleep random_int random_bytes mb_strlen mb_substr
backedenum unitenum readonly callable iterable mixed never
anyobject anyhashable codable decodable encodable hashable equatable identifiable comparable customstringconvertible sequence
collection dispatchqueue dispatchgroup operationqueue nslock urlsession urlrequest urlresponse jsondecoder jsonencoder userdefaults
filemanager notificationcenter timer bundle nsobject observableobject published state binding swiftui uikit foundation mainactor
sendable task taskgroup asyncstream asyncsequence result optional set dictionary character substring
mutablelist mutablemap mutableset listof mapof setof mutablelistof mutablemapof emptylist emptymap arrayof pair triple lazy by also apply let run with takeif
coroutine coroutines coroutinescope dispatchers flow stateflow sharedflow mutablestateflow launch runblocking withcontext job deferred channel jvmstatic
jvmoverloads data sealed object companion reified inline crossinline noinline tailrec require check error requirenotnull checknotnull todo
unit nothing any charsequence stringbuilder regex sequence iterable uint ulong
option some none either left right try success failure future promise await list vector map set seq nil cons stream lazylist
traversable foldable functor applicative monad monoid semigroup maybe just nothing io ioref mvar tvar stm writer reader state
text bytestring show read eq ord enum bounded num integral fractional floating semigroup mempty mappend fmap pure return bind foldr foldl mapm
mapm_ form forM when unless case where let instance deriving newtype data forall haskell ghc prelude
pcall xpcall ipairs pairs setmetatable getmetatable metatable coroutine tostring tonumber rawget rawset rawequal unpack select
string table math io os package debug require dofile loadstring assert error lua luajit
comptime anytype anyerror errdefer defer orelse unreachable usingnamespace allocator arenaallocator generalpurposeallocator arraylist
autohashmap stringhashmap multiarraylist bufset zig testing mem heap fmt
std::vector vector string string_view unordered_map unordered_set map set multimap deque queue stack priority_queue optional variant any
expected tuple pair array span bitset function bind thread jthread mutex shared_mutex recursive_mutex lock_guard unique_lock shared_lock
scoped_lock condition_variable atomic future promise async packaged_task unique_ptr shared_ptr weak_ptr make_unique make_shared
chrono duration time_point steady_clock system_clock milliseconds seconds minutes hours nanoseconds microseconds filesystem
ifstream ofstream fstream istream ostream iostream stringstream ostringstream istringstream cout cerr cin endl getline regex locale
exception runtime_error logic_error invalid_argument out_of_range length_error domain_error range_error overflow_error
underflow_error bad_alloc bad_cast bad_optional_access bad_variant_access system_error filesystem_error error_code errc initializer_list
numeric_limits move forward swap begin end cbegin cend size push_back emplace_back emplace find erase insert reserve resize
malloc calloc realloc free memcpy memset memmove memcmp strlen strcpy strncpy strcmp strncmp strcat strdup strtol
strtoul atoi snprintf printf fprintf fopen fclose fread fwrite fgets errno perror exit abort assert sizeof offsetof size_t
ssize_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t ptrdiff_t time_t off_t pid_t pthread
pthread_mutex_t getenv setenv getopt stdin stdout stderr file socket bind listen accept connect recv epoll kqueue
context.context waitgroup rwmutex once pool cond errgroup goroutine chan iota cap make append panic recover ioreader reader writer
readcloser writecloser readwriter closer seeker stringer byteslice rune time ticker timer duration handlerfunc handler
responsewriter request servemux roundtripper client server listener conn marshal unmarshal marshaler unmarshaler
eof errnotfound os.errnotexist errnotexist sprintf errorf fprintf fatalf iswindows isnotexist getenv readfile writefile
set -e shopt ifs argv argc args kwargs varargs trap source declare readonly unset shift getopts test eval exec printf read
local export alias echo cd pwd pushd popd mapfile readarray
";

/// Formats, protocols, units, products, commands and SQL words, in lower case.
const NOUNS: &str = "
json jsonl ndjson yaml toml xml html xhtml css csv tsv ini svg png jpeg jpg gif webp avif bmp tiff pdf zip gzip brotli zstd lz4 tar bz2 markdown
mp3 mp4 wav ogg flac webm rss atom opml ical icalendar geojson wkt protobuf avro parquet msgpack cbor bson asn1 pem der jwt jwk
utf utf8 utf-8 utf16 utf-16 utf32 ascii latin1 latin iso iso8601 rfc unicode bom crlf lf cr eof eol base32 base64 base58 hex url uri
urn uuid ulid guid oid sha sha1 sha256 sha384 sha512 md5 crc crc32 crc32c hmac hmac-sha256 aes rsa ecdsa ed25519 pbkdf2 bcrypt scrypt argon2 tls
ssl ssh sftp ftp smtp imap pop3 ldap oauth oauth2 oidc saml cors csrf xss sql nosql orm odbc jdbc http http1 http2 https websocket
websockets grpc rest graphql soap rpc xmlrpc jsonrpc mqtt amqp dns dhcp ntp tcp udp ip ipv4 ipv6 icmp lan wan vpn nat cidr mac
api sdk cli gui tui ide repl cpu gpu ram ssd io os vm jvm clr dom ui ux id ids pk fk etag etags cookie cookies ttl lru lfu fifo lifo mru
kib mib gib tib pib kb mb gb tb pb kbit mbit ms us ns sec secs min mins hr hrs px dpi fps hz khz mhz ghz rpm qps rps utc gmt est pst
get head post put patch delete options connect trace accept authorization bearer basic digest content-type content-length
content-encoding content-disposition cache-control if-none-match if-modified-since last-modified retry-after user-agent
location host origin referer x-forwarded-for set-cookie transfer-encoding keep-alive chunked gzip deflate ok
github gitlab bitbucket git svn mercurial postgresql postgres mysql mariadb sqlite mongodb redis memcached elasticsearch opensearch kafka rabbitmq
nats cassandra dynamodb s3 aws gcp azure docker kubernetes helm terraform ansible nginx apache openssl boringssl libressl linux macos
ios android windows unix posix bsd freebsd ubuntu debian alpine darwin solaris javascript typescript ecmascript nodejs node.js node deno
bun npm yarn pnpm webpack vite babel eslint prettier react reactjs vue vuejs angular svelte nextjs jquery python cpython pypy pip
django flask fastapi numpy pandas pytorch tensorflow java jdk jre openjdk maven gradle spring springboot junit kotlin scala sbt clojure
groovy ruby rubygems rails php composer laravel symfony golang rust cargo rustc clang gcc llvm cmake make ninja bazel msvc csharp dotnet
nuget swift objective-c objectivec xcode cocoapods haskell ghc cabal stack elixir erlang lua zig bash zsh fish sh powershell vim emacs vscode
openapi swagger opentelemetry prometheus grafana datadog sentry openstreetmap youtube paypal linkedin facebook whatsapp iphone ipad macbook icloud
curl wget grep sed awk find xargs sort uniq head tail cut tr cat ls cp mv rm mkdir rmdir touch chmod chown ln ps kill top df du tar
zip unzip rsync scp ssh dig ping nslookup netcat nc systemctl journalctl cron crontab sudo su apt brew yum dnf make jq sleep tee mktemp date
select insert update delete from where join inner outer left right group order by having limit offset into values create
table index drop alter primary foreign key unique null not and or in like between exists distinct union all as on set
transaction commit rollback savepoint begin wal pragma upsert returning conflict serial varchar text blob jsonb timestamptz
stdin stdout stderr tty pty env path home pwd tmpdir user lang shell editor sigterm sigint sighup sigkill sigpipe sigchld
readme changelog license dockerfile makefile gemfile rakefile cargo.toml package.json pyproject.toml mix.exs go.mod pom.xml build.gradle
web mercator wgs84 epsg haversine fibonacci levenshtein dijkstra huffman bloom merkle luhn kahn tarjan quicksort mergesort heapsort timsort
ascii art cjk emoji bidi nfc nfd nfkc nfkd
js ts tsx jsx py rb rs go cs cpp hpp cc hh kt kts ex exs hs sc zig md rst txt log lock conf cfg config sock tmp bak old orig db dat bin exe dll so dylib jar war whl crate
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_languages_and_common_nouns_are_standard() {
        let names = [
            "RuntimeError",
            "ETS",
            "Promise",
            "Mutex",
            "HashMap",
            "ArgumentError",
            "GenServer",
            "IOException",
            "vector",
            "Context",
            "WebP",
            "MiB",
            "PostgreSQL",
            "GitHub",
            "OpenSSL",
            "ENOENT",
            "SIGTERM",
            "KeyError",
            "OverflowException",
            "IllegalArgumentException",
            "git",
            "curl",
            "SELECT",
            "JSON",
            "NotImplementedError",
            "Error",
        ];
        for name in names {
            assert!(is_standard(name), "{name}");
        }
        for name in ["RateLimiter", "FetchError", "unchanged", "parse_tile_id", "LedgerException"] {
            assert!(!is_standard(name), "{name}");
        }
        assert!(is_literal("nil") && is_literal("None") && !is_literal("Timeout"));
    }
}
