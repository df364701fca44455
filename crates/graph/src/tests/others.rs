//! Languages whose modules are found by the end of a path.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_file_that_is_required_gives_its_names() {
    check(
        r"//- a.rb
require_relative 'lib/b'
class A < Base
  def go
    self.own
    help()
    Tool.run
    given()
  end
  def own; end
end
//- lib/b.rb
class Base
  def given; end
end
def help; end
module Tool
  def self.run; end
end
",
        expect![[r#"
            a.rb:2 extends Base -> lib/b.rb:Base [import]
            a.rb:4 call self own -> a.rb:A::own [same-file]
            a.rb:5 call help -> lib/b.rb:help [import]
            a.rb:6 call Tool run -> lib/b.rb:Tool::run [import]
            a.rb:6 type Tool -> lib/b.rb:Tool [import]
            a.rb:7 call given -> lib/b.rb:Base::given [import]
        "#]],
    );
}

#[test]
fn a_class_of_php_is_found_by_the_namespace_that_it_is_in() {
    check_imports(
        r"//- src/Compiler.php
<?php
namespace Shop;
class Compiler {}
//- src/Old/Compiler.php
<?php
namespace Shop\Old;
class Compiler {}
//- src/Node/Text.php
<?php
namespace Shop\Node;
use Shop\Compiler;
use Other\Compiler as C;
",
        expect![[r#"
            src/Node/Text.php:3 Shop Compiler -> src/Compiler.php
            src/Node/Text.php:4 Other Compiler -> outside
        "#]],
    );
}

#[test]
fn a_class_is_found_by_the_end_of_its_name() {
    check_imports(
        r"//- src/Models/User.php
<?php class User {}
//- src/App.php
<?php
use App\Models\User;
use Symfony\Component\Yaml;
//- lua/a.lua
local b = require('util.b')
//- lua/util/b.lua
//- hs/A.hs
module A where
import Data.Map (insert)
import Foo.Bar
//- hs/Foo/Bar.hs
module Foo.Bar where
",
        expect![[r#"
            hs/A.hs:2 Data.Map insert -> outside
            hs/A.hs:3 Foo.Bar -> hs/Foo/Bar.hs
            lua/a.lua:1 util.b -> lua/util/b.lua
            src/App.php:2 App\Models User -> src/Models/User.php
            src/App.php:3 Symfony\Component Yaml -> outside
        "#]],
    );
}
