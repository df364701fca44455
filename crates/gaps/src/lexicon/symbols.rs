//! Names of symbols and parameters, and what they begin and end with.

use super::Words;

/// Endings of names of exceptions.
pub const FAILURES: Words = Words(&[
    ("Error, Exception, Throwable", "any", "`class TideError(Exception)`"),
    ("Failure, Failed, Warning", "any", "`class TideFailed extends Failure`"),
]);

/// Exceptions of standard libraries that those of a repository derive from.
pub const KNOWN_FAILURES: Words = Words(&[
    ("Exception, RuntimeException, Throwable, Error", "any", "`LostRow` below `Lost`"),
    ("LogicException, InvalidArgumentException", "php", "`class Lost extends LogicException`"),
    ("StandardError", "ruby", "`class Lost < StandardError`"),
    ("IOException", "java", "`class Lost extends IOException`"),
]);

/// Supertypes of standard libraries that declare no methods worth overriding.
pub const PLAIN_BASES: Words = Words(&[
    ("object, Generic, Protocol, ABC, NamedTuple, TypedDict", "python", "`class A(Generic[T])`"),
    ("Exception, ValueError, RuntimeError, Enum, BaseModel", "python", "`class A(Enum)`"),
    ("Object, Serializable, Cloneable, RuntimeException", "java", "`implements Serializable`"),
    ("Sendable, Hashable, Equatable, Codable, Error", "swift", "`struct A: Codable`"),
    ("StandardError, Struct", "ruby", "`class A < Struct`"),
]);

/// Endings of names of functions that every C type has.
pub const C_LIFE: Words = Words(&[
    ("_new, _create, _init, _free, _destroy, _delete, _deinit", "c", "`table_free(t)`"),
    ("_ref, _unref, _retain, _release, _close, _clear, _reset", "c", "`table_unref(t)`"),
    ("_size, _length, _count, _next, _prev, _valid, _key, _value", "c", "`table_size(t)`"),
]);

/// Parts of the names of functions of C that hand out a value.
pub const C_GETTERS: Words = Words(&[("_get_, _is_, _has_", "c", "`table_get_rows(t)`")]);

/// First words of methods that take in one value.
pub const SETTERS: Words = Words(&[
    ("set, with, is, has, enable, disable", "any", "`setRows(rows)` of three lines"),
    ("add_", "any", "`add_row(row)` of three lines"),
]);

/// First words of functions that answer with a value.
pub const GETTERS: Words = Words(&[("get, is, has", "any", "`getRows()` of an interface")]);

/// First words of functions that answer yes or no.
pub const PREDICATES: Words = Words(&[("is, has, can", "any", "`is_high(level)`")]);

/// Names of types in names of functions that are alike but for them.
pub const TYPES_IN_NAMES: Words = Words(&[
    ("int, uint, float, double, long, short, number, u", "any", "`Int8Arg` and `Float64Arg`"),
    ("string, str, char, bool, boolean, byte, bytes", "any", "`StrArg` and `BoolArg`"),
    ("duration, timestamp, time, slice, map", "go", "`TimeArg` and `DurArg`"),
]);

/// Parameters that need no words.
pub const KNOWN_PARAMETERS: Words = Words(&[
    ("self, this, args, options, opts, context, ctx", "any", "`options` of every function"),
    ("cls, klass, mcs, mcls, metacls, kwargs", "python", "`def merge(mcs, a, b)`"),
    ("req, res, request, response, next, cb, callback", "javascript", "`(req, res, next)`"),
    ("block", "ruby", "`def each(&block)`"),
    ("t", "go", "`func check(t *testing.T)`"),
]);

/// Words of parameter names that do not say what the parameter is.
pub const VAGUE: Words = Words(&[
    ("name, value, val, type, data, object, obj, the", "any", "`name` in \"the name\""),
    ("str, num, list, array, func, arg, param, ptr", "any", "`arg` in \"an argument\""),
]);

/// Members that types have without defining them.
pub const UNIVERSAL_MEMBERS: Words = Words(&[
    ("new, default, clone, from, into, Ok, Err, Error", "rust", "`Harbour.default()`"),
    ("toString, equals, hashCode, valueOf, values", "java", "`Harbour.values()`"),
    ("name, value, length, prototype, constructor", "javascript", "`Harbour.prototype`"),
    ("apply, call, bind, copy, create, init, get, set", "any", "`Harbour.create()`"),
    ("is_a, respond_to, send, inspect, to_s, to_a, to_h", "ruby", "`Harbour.to_s`"),
    ("self, class, method, methods, fields, any, all", "any", "`Harbour.class`"),
    ("each, map, filter, keys, items, pop, append, update", "any", "`Harbour.keys()`"),
]);
