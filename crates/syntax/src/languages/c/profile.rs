//! What is special about C for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Includes, binds: Bound::Nothing, package: Peers::File },
    names: Names {
        reach: Sight::Included,
        unbound: Unbound::FunctionOrHeader,
        lower_case: LowerCase::Type,
    },
    library: Library { names: WORDS, methods: METHODS, passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::Before, parameters: None, tuples: false, braces: false },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Plain), overview: Introduction::Always },
    offered: Offered { by: Offer::Headers, aliases: Aliases::None, modules: false, tools: true },
    is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &[], quotes: "\"" },
    signs: Signs { angles: false, choices: true, pipes: false, arrows: false, semicolons: true },
    formatting: &formatting::C,
    highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::Macros },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

const WORDS: &str = "\
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

fn is_conventional(name: &str, _: bool) -> bool {
    // C++ shares these: `operator==`, `~Door`.
    name.starts_with("operator") || name.starts_with('~') || has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    main begin end cbegin cend rbegin rend size empty swap what DllMain WinMain wmain data \
    c_str";

const METHODS: &str = "\
    append assign at back begin c_str capacity cbegin cend clear close compare count data detach \
    emplace emplace_back empty end erase fill find first flush front get good insert is_open \
    join length load lock lower_bound max_size merge notify_all notify_one open pop pop_back \
    pop_front push push_back push_front put rbegin read release rend replace reserve reset \
    resize rfind seekg size sort splice store str substr swap tellg top unlock upper_bound value \
    value_or wait what write";
