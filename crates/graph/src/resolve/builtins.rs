//! Built-in names: they belong to a language or its standard library and lead to no definition here.
//!
//! A bare use of a built-in name means the built-in unless the file defines or imports another,
//! even if the repository defines that name exactly once. A method of the language's own types may
//! always be meant if the type of a value is not known.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use rutter_domain::Language;

use crate::base::hash::hash_name;
use crate::base::paths::PrehashedHasher;

/// Whether every file of a language has this name without an import.
pub fn is_builtin(language: Language, name: &str) -> bool {
    let names = match language {
        Language::Rust => &WORDS.rust,
        Language::Python => &WORDS.python,
        Language::JavaScript | Language::TypeScript | Language::Tsx => &WORDS.script,
        Language::Go => &WORDS.go,
        Language::Java | Language::Kotlin | Language::Scala => &WORDS.java,
        Language::C | Language::Cpp => &WORDS.c,
        _ => return false,
    };
    names.contains(&hash_name(name))
}

/// Whether types of the language or its standard library commonly have a method of this name.
pub fn is_common_method(language: Language, name: &str) -> bool {
    let names = match language {
        Language::Rust => &WORDS.rust_methods,
        Language::Python => &WORDS.python_methods,
        Language::JavaScript | Language::TypeScript | Language::Tsx => &WORDS.script_methods,
        Language::Go => &WORDS.go_methods,
        Language::Java | Language::Kotlin | Language::Scala => &WORDS.java_methods,
        Language::C | Language::Cpp => &WORDS.cpp_methods,
        Language::Ruby => &WORDS.ruby_methods,
        _ => return false,
    };
    names.contains(&hash_name(name))
}

type Words = HashSet<u64, BuildHasherDefault<PrehashedHasher>>;

struct Lists {
    rust: Words,
    python: Words,
    script: Words,
    go: Words,
    java: Words,
    c: Words,
    rust_methods: Words,
    python_methods: Words,
    script_methods: Words,
    go_methods: Words,
    java_methods: Words,
    cpp_methods: Words,
    ruby_methods: Words,
}

static WORDS: LazyLock<Lists> = LazyLock::new(|| {
    let words = |list: &str| list.split_whitespace().map(hash_name).collect();
    Lists {
        rust: words(RUST),
        python: words(PYTHON),
        script: words(SCRIPT),
        go: words(GO),
        java: words(JAVA),
        c: words(C),
        rust_methods: words(RUST_METHODS),
        python_methods: words(PYTHON_METHODS),
        script_methods: words(SCRIPT_METHODS),
        go_methods: words(GO_METHODS),
        java_methods: words(JAVA_METHODS),
        cpp_methods: words(CPP_METHODS),
        ruby_methods: words(RUBY_METHODS),
    }
});

const RUST: &str = "\
    AsMut AsRef Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err ExactSizeIterator \
    Extend Fn FnMut FnOnce From FromIterator Hash Into IntoIterator Iterator None Ok Option Ord \
    PartialEq PartialOrd Result Send Sized Some String Sync ToOwned ToString TryFrom TryInto \
    Unpin Vec assert assert_eq assert_ne bool cfg char column compile_error concat dbg \
    debug_assert debug_assert_eq debug_assert_ne drop env eprint eprintln f32 f64 file format \
    format_args i128 i16 i32 i64 i8 include include_bytes include_str isize line matches \
    module_path option_env panic print println str stringify thread_local todo u128 u16 u32 u64 \
    u8 unimplemented unreachable usize vec write writeln";

const PYTHON: &str = "\
    ArithmeticError AssertionError AttributeError BaseException ConnectionError Exception \
    FileNotFoundError IOError ImportError IndexError KeyError KeyboardInterrupt LookupError \
    MemoryError ModuleNotFoundError NameError NotImplementedError OSError OverflowError \
    PermissionError RecursionError RuntimeError StopAsyncIteration StopIteration SyntaxError \
    SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeEncodeError ValueError Warning \
    ZeroDivisionError __import__ abs all any ascii bin bool breakpoint bytearray bytes callable \
    chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter \
    float format frozenset getattr globals hasattr hash help hex id input int isinstance \
    issubclass iter len list locals map max memoryview min next object oct open ord pow print \
    property range repr reversed round set setattr slice sorted staticmethod str sum super tuple \
    type vars zip";

const SCRIPT: &str = "\
    AbortController AbortSignal Array ArrayBuffer Awaited BigInt Blob Boolean Buffer CustomEvent \
    DataView Date Document Element Error Event EventTarget Exclude Extract File Float32Array \
    Float64Array FormData Function HTMLElement Headers Infinity InstanceType Int16Array \
    Int32Array Int8Array Intl Iterable Iterator JSON Map Math NaN Node NonNullable Number Object \
    Omit Parameters Partial Pick Promise Proxy RangeError Readonly ReadonlyArray Record Reflect \
    RegExp Request Required Response ReturnType Set String Symbol SyntaxError TextDecoder \
    TextEncoder TypeError URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WeakRef \
    WeakSet Worker XMLHttpRequest alert clearInterval clearTimeout console decodeURIComponent \
    document encodeURIComponent eval exports fetch globalThis isFinite isNaN localStorage module \
    navigator parseFloat parseInt process queueMicrotask require sessionStorage setImmediate \
    setInterval setTimeout structuredClone window";

const GO: &str = "\
    any append bool byte cap clear close comparable complex complex128 complex64 copy delete \
    error float32 float64 imag int int16 int32 int64 int8 len make max min new panic print \
    println real recover rune string uint uint16 uint32 uint64 uint8 uintptr";

const JAVA: &str = "\
    Appendable ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable \
    Boolean Byte CharSequence Character Class ClassCastException ClassLoader \
    ClassNotFoundException CloneNotSupportedException Cloneable Comparable Deprecated Double \
    Enum Error Exception Float FunctionalInterface IllegalArgumentException \
    IllegalStateException IndexOutOfBoundsException Integer InterruptedException Iterable Long \
    Math NoSuchFieldException NoSuchMethodException NullPointerException Number \
    NumberFormatException Object OutOfMemoryError Override Process ProcessBuilder Record \
    Runnable Runtime RuntimeException SafeVarargs SecurityException Short StackTraceElement \
    StrictMath String StringBuffer StringBuilder SuppressWarnings System Thread ThreadLocal \
    Throwable UnsupportedOperationException Void";

const C: &str = "\
    AF_INET AF_INET6 AF_UNIX AF_UNSPEC DIR EOF FILE F_OK HOST_NAME_MAX NULL PATH_MAX R_OK SEEK_CUR \
    SEEK_END SEEK_SET W_OK X_OK abort abs accept access acos addrinfo alarm aligned_alloc alloca \
    asctime asin asprintf assert atan atan2 atexit atof atoi atol atoll basename bind bool bsearch \
    btowc bzero calloc cbrt ceil chdir chmod chown clearerr clock clock_gettime clone close \
    closedir connect copysign cos cosh creat ctime daemon difftime dirname div dlclose dlerror \
    dlopen dlsym dprintf dup dup2 endpwent environ epoll_create epoll_create1 epoll_ctl epoll_wait \
    errno execl execle execlp execv execve execvp exit exp exp2 expm1 fabs fchmod fchown fclose \
    fcntl fdatasync fdim fdopen fdopendir feof ferror fflush fgetc fgetpos fgets fgetwc fileno \
    flock flockfile floor fma fmax fmemopen fmin fmod fnmatch fopen fork fpathconf fprintf fputc \
    fputs fputwc fread free freeaddrinfo freopen frexp fscanf fseek fseeko fsetpos fstat fstatat \
    fsync ftell ftello ftruncate ftw funlockfile fwrite gai_strerror getaddrinfo getc getchar \
    getcwd getdelim getegid getenv geteuid getgid getgrgid getgrnam gethostbyname gethostname \
    getline getnameinfo getopt getopt_long getpagesize getpeername getpgid getpid getppid \
    getpriority getpwnam getpwuid getrandom getrlimit getrusage gets getservbyname getsid \
    getsockname getsockopt gettid gettimeofday getuid gid_t glob globfree gmtime gmtime_r hcreate \
    hsearch htonl htons hypot iconv iconv_close iconv_open if_indextoname if_nametoindex ilogb \
    in6_addr in_addr index inet_addr inet_aton inet_ntoa inet_ntop inet_pton initgroups int16_t \
    int32_t int64_t int8_t intptr_t ioctl iovec isalnum isalpha isascii isatty isblank iscntrl \
    isdigit isfinite isgraph isinf islower isnan isnormal isprint ispunct isspace isupper iswalnum \
    iswalpha iswdigit iswlower iswspace iswupper isxdigit itimerval kill labs ldexp ldiv lgamma \
    link listen llabs llround localeconv localtime localtime_r log log10 log1p log2 logb longjmp \
    lrint lround lseek lstat madvise malloc mbrlen mbrtowc mbsrtowcs mbstowcs mbtowc memalign \
    memccpy memchr memcmp memcpy memmem memmove mempcpy memrchr memset mkdir mkdirat mkdtemp \
    mkfifo mknod mkostemp mkstemp mktemp mktime mlock mmap mode_t modf mprotect mremap msghdr \
    msync munlock munmap nan nanosleep nearbyint nextafter nftw nice ntohl ntohs off_t offsetof \
    open openat opendir openlog pathconf pause pclose perror pid_t pipe pipe2 poll pollfd popen \
    posix_fadvise posix_fallocate posix_memalign posix_spawn pow ppoll pread preadv printf pselect \
    psignal pthread_attr_destroy pthread_attr_init pthread_attr_setdetachstate \
    pthread_attr_setstacksize pthread_cancel pthread_cond_broadcast pthread_cond_destroy \
    pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_wait pthread_create \
    pthread_detach pthread_equal pthread_exit pthread_getspecific pthread_join pthread_key_create \
    pthread_key_delete pthread_kill pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock \
    pthread_mutex_trylock pthread_mutex_unlock pthread_once pthread_rwlock_destroy \
    pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock \
    pthread_self pthread_setspecific pthread_sigmask ptrdiff_t putc putchar putenv puts pwrite \
    pwritev qsort qsort_r quick_exit raise rand rand_r random read readdir readdir_r readlink \
    readlinkat readv realloc reallocarray realpath recv recvfrom recvmsg regcomp regerror regexec \
    regfree remainder remove rename renameat rewind rewinddir rindex rint rmdir round rusage \
    scandir scanf sched_yield secure_getenv select sem_destroy sem_init sem_post sem_wait send \
    sendfile sendmsg sendto setbuf setegid setenv seteuid setgid setgroups setjmp setlocale \
    setpgid setpriority setresgid setresuid setrlimit setsid setsockopt setuid setvbuf shm_open \
    shm_unlink shutdown sigaction sigaddset sigdelset sigemptyset sigfillset sigismember \
    siglongjmp signal sigprocmask sigsetjmp sigsuspend sigwait sin sinh size_t sizeof sleep \
    snprintf sockaddr sockaddr_in sockaddr_in6 sockaddr_storage sockaddr_un socket socketpair \
    socklen_t sprintf sqrt srand srandom sscanf ssize_t stat statfs statvfs stpcpy stpncpy \
    strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror \
    strerror_r strftime strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen \
    strpbrk strptime strrchr strsep strsignal strspn strstr strtod strtof strtoimax strtok \
    strtok_r strtol strtold strtoll strtoul strtoull strtoumax strxfrm swab symlink sync syscall \
    sysconf syslog system tan tanh tcgetattr tcsetattr tempnam tgamma time time_t timegm times \
    timespec timeval timezone tmpfile tmpnam toascii tolower toupper towlower towupper trunc \
    truncate ttyname tzset uid_t uint16_t uint32_t uint64_t uint8_t uintptr_t umask uname ungetc \
    unlink unlinkat unsetenv usleep utime utimensat utimes utsname va_arg va_copy va_end va_list \
    va_start vasprintf vdprintf vfork vfprintf vfscanf vprintf vsnprintf vsprintf vsscanf vsyslog \
    wait wait3 wait4 waitpid wchar_t wcrtomb wcscat wcschr wcscmp wcscpy wcslen wcsncmp wcsncpy \
    wcsrtombs wcstombs wctomb winsize wmemcpy wprintf write writev";

const RUST_METHODS: &str = "\
    abs all and and_then any append as_bytes as_deref as_mut as_ptr as_ref as_slice as_str await \
    binary_search borrow borrow_mut by_ref bytes capacity ceil chain chars checked_add \
    checked_sub chunks clear clone cloned cmp collect concat contains contains_key context \
    copied copy_from_slice count dedup default deref deref_mut display drain drop elapsed \
    ends_with entry enumerate eq err exists expect extend fetch_add field file_name filter \
    filter_map find find_map first flat_map flatten floor flush fmt fold for_each from get \
    get_mut get_or_insert_with hash header id index insert insert_str into into_inner into_iter \
    into_string is_alphanumeric is_digit is_dir is_empty is_err is_file is_none is_ok is_some \
    is_some_and iter iter_mut join keys kind last len lines load lock lower map map_err map_or \
    map_or_else max max_by_key method min min_by_key name ne next next_back nth ok ok_or \
    ok_or_else or or_default or_else or_insert or_insert_with parent parse partition peek \
    peekable pop pop_front position pow push push_back push_str read read_line read_to_end \
    read_to_string recv remove repeat replace resize retain rev rfind round rsplit \
    saturating_sub seek send set skip skip_while sort sort_by sort_by_key sort_unstable spawn \
    split split_at split_once split_whitespace splitn sqrt starts_with status step_by store \
    strip_prefix strip_suffix sum swap take take_while then then_some to_ascii_lowercase \
    to_lowercase to_owned to_path_buf to_str to_string to_uppercase to_vec trim trim_end \
    trim_matches trim_start truncate try_from try_into unwrap unwrap_or unwrap_or_default \
    unwrap_or_else update values values_mut wait windows with_capacity with_extension \
    wrapping_add write write_all write_fmt write_str zip";

const PYTHON_METHODS: &str = "\
    acquire add append as_posix cancel capitalize cast center clear close commit copy count \
    cursor debug decode difference discard done encode endswith error exception execute exists \
    expandtabs extend fetchall fetchone fileno filter find findall finditer flush format \
    format_map fromkeys fullmatch get getvalue group groups hexdigest index info insert \
    intersection is_dir is_file isalnum isalpha isdigit islower isspace issubset issuperset \
    isupper items iterdir join joinpath keys kill list ljust lower lstrip map match max mean min \
    mkdir open partition poll pop popitem put read read_bytes read_text readline readlines recv \
    release remove replace resolve result reverse rfind rindex rjust rpartition rsplit rstrip \
    run search seek send set setdefault shape sort split splitlines start startswith stat \
    strftime strip sub submit sum swapcase symmetric_difference tell terminate title tolist \
    transform translate truncate union unlink update upper values wait warning with_suffix write \
    write_bytes write_text writelines zfill";

const SCRIPT_METHODS: &str = "\
    abort add addEventListener all any append appendChild apply assign at bind blur call catch \
    charAt charCodeAt clear click clone close closest codePointAt concat contains copyWithin \
    createElement debug defineProperty delete destroy dispatchEvent emit end endsWith entries \
    error every exec fill filter finally find findIndex findLast flat flatMap focus forEach \
    format freeze from get getAttribute getContext getElementById getItem getTime has \
    hasAttribute hasOwnProperty includes indexOf info insertBefore is isArray join json keys \
    lastIndexOf length listen localeCompare log map match matchAll max min next now of off on \
    once open padEnd padStart parse pause pipe pop preventDefault push querySelector \
    querySelectorAll race read reduce reduceRight reject remove removeAttribute removeChild \
    removeEventListener removeItem repeat replace replaceAll reset resolve resume reverse round \
    search send set setAttribute setItem shift slice some sort splice split start startsWith \
    status stop stopPropagation stringify subscribe substr substring test text then throw \
    toFixed toISOString toJSON toLocaleString toLowerCase toString toUpperCase trim trimEnd \
    trimStart unshift update valueOf values warn write";

const GO_METHODS: &str = "\
    Add Addr Bytes Cancel Close Context Copy Deadline Decode Do Done Encode Err Error Errorf \
    Fatal Fatalf Flush Format Get Header Info Kind Len Less Load Lock Log Logf Method Name Next \
    Parse Print Printf Println Push Put Read ReadAll ReadFrom Remove Reset Run Scan Seek Set \
    Size Sleep Start Stop Store String Sub Swap Sync Time Type Unlock Unwrap Value Wait Write \
    WriteString WriteTo";

const JAVA_METHODS: &str = "\
    accept access add addAll all and any append apply asList charAt clear clone close collect \
    compare compareTo computeIfAbsent concat contains containsKey containsValue copy count debug \
    delete distinct drop endsWith entrySet equals equalsIgnoreCase error exists filter find \
    findAny findFirst first flatMap flush fold forEach format get getBytes getCause getClass \
    getKey getMessage getName getOrDefault getOrElse getValue group hasNext hashCode head \
    ifPresent indexOf info insert intValue isBlank isDirectory isEmpty isPresent iterator join \
    keySet keys last lastIndexOf length let limit lines list listIterator map mapToInt matches \
    max min name next noneMatch now of offer open orElse orElseGet orElseThrow ordinal parallel \
    parse peek poll pop print printStackTrace println push put putAll putIfAbsent read readLine \
    reduce remove removeAll removeIf repeat replace replaceAll reset resolve reverse run set \
    setName size skip sort sorted split start startsWith stop stream strip subList submit \
    substring sum tail take test toArray toCharArray toList toLowerCase toMap toPath toSet \
    toString toUpperCase trim update valueOf values wait warn write zip";

const CPP_METHODS: &str = "\
    append assign at back begin c_str capacity cbegin cend clear close compare count data detach \
    emplace emplace_back empty end erase fill find first flush front get good insert is_open \
    join length load lock lower_bound max_size merge notify_all notify_one open pop pop_back \
    pop_front push push_back push_front put rbegin read release rend replace reserve reset \
    resize rfind seekg size sort splice store str substr swap tellg top unlock upper_bound value \
    value_or wait what write";

const RUBY_METHODS: &str = "\
    all any append call chomp class clear close collect compact concat count delete detect \
    downcase dup each each_with_index empty equal error fetch find first flatten format freeze \
    get gsub hash id include index info inject insert inspect is_a join key keys last length \
    lines map match max merge message method min name new nil open pop print push puts read \
    reduce reject replace respond_to reverse run select send set shift size slice sort sort_by \
    split start start_with strip sub sum take then times to_a to_h to_i to_s to_sym uniq unshift \
    upcase update value values warn write zip";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_built_in_to_its_own_language_alone() {
        assert!(is_builtin(Language::Python, "len"));
        assert!(!is_builtin(Language::Rust, "len"));
        assert!(is_common_method(Language::Rust, "len"));
        assert!(!is_common_method(Language::Rust, ""));
    }
}
