//! Words of comments, and of what makes documentation of them.

use super::Words;

/// Phrases in the docstring of a module that is not for others.
pub const PRIVATE_MODULE: Words =
    Words(&[("private api, not part of the public, for private use", "python", "\"private API\"")]);

/// Marks of what is not for users of the code.
pub const PRIVATE: Words = Words(&[
    ("@private, @internal, @hidden, @protected", "any", "`@internal` in a docblock"),
    ("@api private, :nodoc:", "ruby", "`@api private`"),
]);

/// Marks of doc comments the rest of which is in another place.
pub const ELSEWHERE: Words = Words(&[
    ("inheritdoc, (see", "any", "`{@inheritdoc}`"),
    ("@copydoc, \\copydoc", "c++", "`@copydoc other`"),
    ("@macro, @!macro", "ruby", "`@macro rows`"),
]);

/// Comments that stand for a status and describe nothing.
pub const STATUS: Words = Words(&[
    ("Public, Public., Public:", "ruby", "`# Public` above a method"),
    ("EXPORT, DO NOT EXPORT", "c", "`/* EXPORT */` above a function"),
]);

/// First words of lines with which the sections of a doc comment begin.
pub const TAGS: Words = Words(&[
    (":param, :return, :rtype", "python", "`:param path: the file`"),
    ("args:, arguments:, parameters:, params:, returns:, return:", "any", "`Args:`"),
    ("raises:, yields:, example:, examples:", "python", "`Raises:`"),
]);

/// Headings of a list of parameters.
pub const PARAMETERS: Words = Words(&[(
    "Args:, Arguments:, Parameters:, Params:, Parameters",
    "python",
    "`Args:` above `path: the file`",
)]);

/// Headings that end a list of parameters.
pub const SECTIONS: Words = Words(&[
    ("Returns, Return, Yields, Raises, Warns, Warnings", "python", "`Returns`"),
    ("Notes, Note, Examples, Example, See Also, References", "python", "`Notes`"),
    ("Other Parameters, Attributes, Keyword Args, Todo", "python", "`Attributes`"),
]);

/// Headings of a list of parameters in Markdown.
pub const PARAMETER_HEADINGS: Words = Words(&[(
    "# Arguments, # Parameters, # Args, ## Arguments, ## Parameters",
    "rust",
    "`# Arguments`",
)]);

/// First words of items that end the list below `- Parameters:`.
pub const ITEM_ENDS: Words = Words(&[(
    "returns, throws, note, important, warning, complexity, seealso",
    "swift",
    "`- Returns: rows`",
)]);

/// Words with which a document defines a name in a sample.
pub const DEFINERS: Words = Words(&[
    ("def, class", "python", "`def my_handler():`"),
    ("fn, let, struct, type", "rust", "`let table = open();`"),
    ("function, const, var", "javascript", "`const table = open()`"),
    ("func, val", "any", "`func openTable()`"),
]);

/// Marks of modules of Python whose names are made when they are loaded.
pub const DYNAMIC: Words = Words(&[(
    "import *, __getattr__, globals(), lazy, setattr(, sys.modules, __path__",
    "python",
    "`globals().update(names)`",
)]);

/// Words before the name of what a script exports as its default.
pub const DECLARING: Words = Words(&[(
    "async, function, class, abstract, function*",
    "javascript",
    "`export default class Tide`",
)]);

/// Beginnings of a script's list of exports.
pub const EXPORT_LISTS: Words = Words(&[(
    "export {, export{, export type {, module.exports = {",
    "javascript",
    "`export {shown}`",
)]);
