//! Words of ordinary explanation, which need no support in the code, and words that say nothing.

/// Words by which English explains code: they say how things stand to each other, not what is done.
pub(crate) const ORDINARY: &str = "\
a about above absent accept according account achieve across act action active actual actually add \
additional address affect after afterwards again against ago ahead aim all allow almost alone along \
already also although always among amount an and another answer any anything apart appear applies apply \
appropriate are argument around array as ask associated at attempt attribute automatically available avoid \
away back base based basic be became because become been before begin behave behaviour behavior behind being \
below beneath beside besides best better between beyond block body boolean both bound bring brings brought \
build built but by call called caller can cannot care carry case cause certain change changed character \
check choose chosen class clean clear code collect collection combine come comes common compare complete \
compose compute condition configuration configured consider consist consists constant construct constructor \
consume contain content context continue contract control convenience convert copy correct correspond could \
count course cover create creates current currently custom data day deal decide default define definition \
deliberately demand depend depends derive describe describes detail detect determine differ different direct \
directly discard distinguish distinct do does doing done down draw drop due during each earlier early \
effect effectively either element else empty end ends enough ensure ensures entire entirely entry enum \
equal equals error especially etc even every everything exact exactly example except exception exclude \
execute exist existing exists exit expect explicit explicitly expose expresses extend extra extract factor \
fail failed failing fails failure fall false far few field fields file final finally find finds finish first \
fit fits fixed flag follow following follows for form format former found free fresh from full fully \
function further general generally generate get gets getter give given gives go goes going good got group \
grow guarantee had half hand handle handles hands happen happens hard has have having held helper helpers \
helps hence here high higher hold holds how however identical identify if ignore ignored immediately \
implement implementation implicit in include includes including increase indeed indicate individual \
information initial initialise initialize inner input inside instance instead intended interface internal \
internally into invoke is it item items its itself join just keep keeps kept kind know known lack last \
late later latter lead leading leads least leave leaves left length less let level lie lies like likely \
limit line list little live load local locate long longer look looks lookup lose lot low lower made main \
make makes making manage many map mark marks match matches maximum may mean means meant meet member mention \
merely message met method might minimum minute miss missing mode modify moment more most mostly move much \
multiple must name named namely near necessary need needed needs neither never new newly next no none nor \
normal normally not note nothing notice now null nil number numeric object obtain occur of off offer often \
old older on once one ones only onto open operate operation operator option optional optionally or order \
ordinary original originally other others otherwise ought out outcome outer output outside over overall \
own owned package pair parameter parse part particular particularly pass passed passes past path per \
perform performs perhaps permit pick place plain play plus point position possible possibly precede \
prefer preparation prepare present preserve preserved prevent previous previously primary private probably \
problem proceed process produce produced produces project proper properly property protect provide \
provided provides public pull purpose put puts question quick quickly quite raise raised raises range rather \
raw reach reached reaches read ready real really reason receive received recent recently recognise recognize \
record refer reference refuse regard regardless register reject related relation relevant rely remain \
remaining remember repeat replace report represent represents request require required requires reserve \
resolve respect respond response rest result resulting resulted retain return returned returns reuse right \
role round rule run running runs said same satisfy say says scope second see seem seen select separate \
sequence series serve set sets setting several shall share should show shows side silent silently similar \
simple simply since single sits size skip skipped skips slightly small so some someone something sometimes \
somewhere soon sort source special specific specified specify stand standard stands start started starting \
starts state statement static status stay stays step still stop stops store stored stores string struct such \
sufficient suitable supply support supports sure symbol take taken takes target tell tells temporary term \
test text than thank that the their them themselves then there thereby therefore these they thing things \
third this those though three through throughout throw thrown throws thus time times to together too took \
top total towards track transform treat treated tries trigger true try trying turn turned turns twice two \
type typical under underlying unless unlike unset until up update updates upon use used useful user uses \
using usual usually valid value values variable variant various version very via view visible wait want \
wanted was way ways well went were what whatever when whenever where whereas whether which while who whole \
whose why will with within without word work works would wrap wraps write wrong yet yield yields you zero \
once four five six seven eight nine ten eleven twelve hundred thousand dozen last week month year hour \
second minutes seconds milliseconds millisecond bytes byte percent percentage degrees unit units kib mib gib \
kilobyte megabyte ms upper outer whichever anyone nobody everybody somebody reader programmer anywhere \
anymore beforehand alike worth unchanged untouched untouched intact silently immediately eventually unknown \
surrounding enclosing adjacent respective respectively accordingly meanwhile notably mere sole solely stable \
callable lambda closure callback iterator generator coroutine promise future thunk predicate module namespace \
singleton factory wrapper accessor setter mutator alias overload overridden override subclass superclass base \
abstract sealed final virtual protected mutable immutable readonly literal tuple dictionary hash hashmap \
vector slice record union enumeration exit code side effects effect stdin stdout stderr standard output ";

/// Words that promise content and give none.
pub(crate) const EMPTY: &str = "\
thing things stuff various needed necessary appropriate appropriately accordingly helper helpers utility \
utilities general generic miscellaneous something somehow somewhere work works job logic functionality \
functionalities operation operations task tasks purpose purposes relevant related data information properly \
correctly useful common necessary kind kinds way ways certain several everything whatever routine processing \
handling managing process processes handle handles manage manages deal deals does do used use using small \
simple basic important required internal code component implementation feature features behaviour behavior \
responsible main part parts functionality piece thing \
logic perform performs provide provides provided contain contains implement implements care core central key \
essential suggests says input inputs output outputs result results working different throughout codebase system place \
magic happens aspects concerns matters details actions steps support supports allows expected proper correct etc \
stuff application program project abstraction entity element item unit building block fundamental specific particular \
method function class module structure struct object type constant variable value";
