//! The words that tell which value is meant and how plainly it is said, in lower case and without the marks of Latin letters but
//! where it is said.

pub(super) const JOINS: &str = " and or & und oder et ou y e o ";
pub(super) const SETS_APART: &str =
    " , ; | \n but because aber sondern mais pero ma while whereas wahrend tandis mientras 、 ， ； ، ";
pub(super) const OF: &str = " of de du des von vom del ";
pub(super) const LEADING: &str =
    " : = as called named selected chosen with by located heisst hiess lautet lauten bleibt remains ";
pub(super) const VERBS: &str = " is are was were be been has have had may can must will shall do does did ist sind war waren wird werden \
    hat haben darf durfen kann konnen muss mussen gibt est sont sera a ont peut peuvent doit es son esta estan hay puede \
    pueden debe ";
pub(super) const PREPOSITIONS: &str = " in on at for by of from to during since per among with under within im am um an auf bei fur von vom zu \
    zum zur bis seit unter mit pro en dans pour par de du des a au aux depuis chez del al para por desde con ";
pub(super) const TIMES: &str = " year years month months week weeks day days quarter today now then last next this previous current earlier \
    later ago jahr jahre jahren monat monate woche tag heute jetzt dann letztes letzten nachstes nachsten dieses an annee \
    mois semaine jour aujourd'hui ano anos mes meses semana dia hoy ahora ";

/// What takes a part out of a yes.
pub(super) const LIMITS: &str = " only except unless apart until partly nur ausser ausgenommen teilweise sauf seulement uniquement jusqu'a salvo \
    excepto solo solamente hasta ";
pub(super) const NEAR: &str = " almost nearly about around roughly approximately circa ca approx some least most over under above below \
    exceeding beyond than maximum minimum max min half twice double triple third quarter etwa ungefahr rund fast beinahe \
    knapp mindestens hochstens spatestens fruhestens uber unter maximal minimal halfte doppelt doppelte environ presque moitie casi \
    aproximadamente unos unas mitad doble maximo minimo hasta ~ ≈ < > ≤ ≥ ± ";
/// Of a day.
pub(super) const BEFORE_A_DAY: &str = " before after by until vor nach bis avant apres d'ici antes despues hasta ";
pub(super) const LOWER: &str = " least over above exceeding beyond minimum min mindestens uber minimal minimo > ≥ ";
pub(super) const MORE: &str = " more greater higher longer heavier wider larger mehr plus mas ";
pub(super) const PAIRS: &[&str] = &[
    "up to",
    "close to",
    "bis zu",
    "mehr als",
    "weniger als",
    "au moins",
    "au plus",
    "plus de",
    "moins de",
    "pres de",
    "jusqu'a",
    "al menos",
    "mas de",
    "menos de",
    "cerca de",
    "alrededor de",
    "jusque a",
    "bis zum",
];
pub(super) const NEAR_BEHIND: &str = " + plus more less fewer lower higher cheaper dearer longer shorter larger smaller mehr weniger hoher \
    niedriger billiger teurer langer kurzer moins maximum minimum max min upwards onwards hochstens mindestens maximal minimal spatestens fruhestens ";
pub(super) const PAIRS_BEHIND: &[&str] = &[
    "or more",
    "or less",
    "or so",
    "or fewer",
    "or over",
    "at least",
    "at most",
    "or earlier",
    "or later",
    "and more",
    "and over",
    "and above",
    "oder mehr",
    "oder weniger",
    "oder fruher",
    "oder spater",
    "und mehr",
    "ou plus",
    "ou moins",
    "o mas",
    "o menos",
    "y mas",
];
/// Behind one more word.
pub(super) const PAIRS_BEHIND_AT: &[&str] = &["the latest", "the earliest"];
pub(super) const INSTEAD: &[&str] = &[
    "instead of",
    "rather than",
    "compared with",
    "compared to",
    "im vergleich",
    "au lieu",
    "lieu de",
    "lugar de",
    "vez de",
    "frente a",
    "rapport a",
    "ahead of",
];
pub(super) const PAST: &str = " old formerly former previously previous originally earlier ehemals ehemaliger fruher fruhere bisher bisherige \
    ursprunglich vormals ancien ancienne auparavant anciennement initialement antes anterior anteriormente antiguo \
    antigua originalmente until ";
pub(super) const REPLACING: &str = " overtook overtakes overtaken replaced replaces replacing succeeded succeeds ousted beat beats lost loses left \
    leaves instead unlike uberholte uberholt abgelost ersetzt ersetzte statt depasse remplace remplacee supero reemplazo \
    reemplaza sustituyo ";
pub(super) const LIMIT_NAMES: &str =
    " limit cap ceiling deadline due exceed hochst plafond tope obergrenze frist limite ";
pub(super) const GROWTH: &str = " growth grew growing increase rise wachstum croissance crecimiento hausse erhohung preiserhohung aumento profit \
    gewinn benefice beneficio ganancia income ";
pub(super) const DIFFERENCE: &str =
    " change cut reduction difference savings anderung preisanderung variation variacion ";
pub(super) const CHANGES: &str = " slow slows slowed postponed verlangsamt rose rise rises rising risen raised raise raises increased increase increases increasing grew grow grows grown \
    growing fell fall falls fallen dropped drop drops decreased decrease decreases declined decline declines cut cuts reduced \
    reduce reduces went goes gone changed change changes moved move moves brought lowered lower shrank shrunk shifted \
    stieg steigt gestiegen erhoht erhohte wuchs wachst gewachsen sank sinkt gesunken gesenkt senkte verschoben verschob geandert \
    passe passee passer augmente augmentee baisse baissee reporte reportee subio sube bajo baja aumento aumenta paso cambio \
    crecio ";
pub(super) const FALLS: &str = " fell fall falls fallen dropped drop drops decreased decrease decreases declined decline declines shrank shrink \
    shrinks shrunk contracted contraction lost loss losses cut sank sinkt gesunken geschrumpft schrumpfte schrumpft ruckgang \
    verlust zuruckgegangen baisse recul recule perte cayo cae bajo disminuyo perdida caida ";
/// What was then, wherever it is said.
pub(super) const LONG_AGO: &[&str] = &[
    "last year",
    "last month",
    "last week",
    "year ago",
    "years ago",
    "months ago",
    "weeks ago",
    "letztes jahr",
    "letzten jahr",
    "vergangenes jahr",
    "an dernier",
    "annee derniere",
    "ano pasado",
];
/// What somebody is after, or what came to nothing, is not there.
pub(super) const WANTED: &str = " need needs needed brauchen braucht benotigt necesita necesitan want wants wanted aim aims aimed aiming target targets targeted goal goals seek seeks sought ask asks \
    asked demand demands demanded request requests requested discount rebate cancelled canceled closed closes pending await \
    awaits awaiting far slow low mochte mochten ziel strebt angestrebt fordert gefordert beantragt rabatt abgesagt geschlossen \
    vise visent objectif demande demandent remise annule annulee ferme fermee quiere quieren objetivo pide piden descuento \
    hire hires hired recruited laid dismissed fired \
    eingestellt entlassen embauche licencie despidio cancelado cancelada cerrado cerrada ";
/// What says yes of what is beside it.
pub(super) const AFFIRMS: &str = " yes there has have had may can exists exist offers offered include includes provided provides \
    bereit gibt hat haben darf durfen kann konnen ja ont oui peut peuvent hay tiene tienen si puede pueden ";
pub(super) const TO_BE: &str = " is are was were be been ist sind war waren wird est sont es son esta estan ";
/// What grows beside a market.
pub(super) const GROWERS: &str = " profit revenue sales turnover earnings income cost price job wage population user customer traffic \
    export import productivity umsatz gewinn ertrag kosten preis lohn stellen bevolkerung nutzer kunden \
    produktivitat chiffre benefice ventes revenu prix emploi ventas beneficio precio empleo ";
/// What says no more than that something is there or when, or that it is not.
pub(super) const PLACED: &str = " not nicht pas takes take took place held scheduled set fixed agreed confirmed starts start begins begin opens open \
    totals amounts costs counts measures reaches stands stattfindet findet statt steht beginnt betragt betrug belauft liegt kostet \
    misst zahlt erreicht lieu prevu prevue fixe fixee coute mesure compte atteint lugar previsto prevista cuesta mide ";
/// What says that there is more elsewhere.
pub(super) const ALONE: &str = " alone allein alleine ";
pub(super) const DAYS: &str = " monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag \
    samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado \
    domingo ";
