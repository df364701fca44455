//! What is special about Go for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    // All files of a folder are one package and see the names of each other.
    imports: Imports { scheme: Route::Folders, binds: Bound::Folder, package: Peers::Folder },
    names: Names {
        reach: Sight::Capitalized,
        unbound: Unbound::Nothing,
        lower_case: LowerCase::Typed,
    },
    library: Library { names: WORDS, methods: METHODS, passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Structures,
    written: Notation { place: TypePlace::Behind, parameters: None, tuples: false, braces: true },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: true, copied_records: false },
    docs: Docs { parameters: ParameterDocs::None, overview: Introduction::Always },
    offered: Offered { by: Offer::Folder, aliases: Aliases::Defined, modules: false, tools: true },
    is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["`"], quotes: "\"" },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::GO,
    highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Singular, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

const WORDS: &str = "\
    any append bool byte cap clear close comparable complex complex128 complex64 copy delete \
    error float32 float64 imag int int16 int32 int64 int8 len make max min new panic print \
    println real recover rune string uint uint16 uint32 uint64 uint8 uintptr";

const METHODS: &str = "\
    Add Addr Bytes Cancel Close Context Copy Deadline Decode Do Done Encode Err Error Errorf \
    Fatal Fatalf Flush Format Get Header Info Kind Len Less Load Lock Log Logf Method Name Next \
    Parse Print Printf Println Push Put Read ReadAll ReadFrom Remove Reset Run Scan Seek Set \
    Size Sleep Start Stop Store String Sub Swap Sync Time Type Unlock Unwrap Value Wait Write \
    WriteString WriteTo";

fn is_conventional(name: &str, is_free: bool) -> bool {
    // Outside a type, only such names have a meaning of their own.
    if is_free { name == "init" } else { has_word(CONVENTIONAL, name) }
}

const CONVENTIONAL: &str = "\
    main init String Error GoString Format Close Read Write Seek ReadAt WriteAt ReadFrom \
    WriteTo ReadByte WriteByte WriteString ReadRune Len Less Swap Push Pop MarshalJSON \
    UnmarshalJSON MarshalText UnmarshalText MarshalBinary UnmarshalBinary MarshalYAML \
    UnmarshalYAML MarshalXML UnmarshalXML ServeHTTP RoundTrip Scan Value Is As Unwrap Lock \
    Unlock RLock RUnlock Set Type Name Size Mode ModTime IsDir Sys Stat Flush Header \
    WriteHeader Hijack Timeout Temporary Deadline Done Err Network LocalAddr RemoteAddr \
    SetDeadline Reset Sum BlockSize ProtoMessage Descriptor ProtoReflect Describe Collect \
    MarshalLogObject MarshalLogArray Enabled GobEncode GobDecode Help Synopsis";
