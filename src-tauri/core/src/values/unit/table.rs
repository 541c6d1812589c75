//! The table of units: factors to each measure's base unit, and spellings in four languages.

use super::Measure;
use super::Measure as M;

pub(in crate::values) struct UnitRow {
    pub(in crate::values) symbol: &'static str,
    pub(super) measure: Measure,
    /// Mantissa and scale of the factor to the base unit.
    pub(super) factor: (i64, u32),
    /// Added after the factor.
    pub(super) offset: (i64, u32),
    symbols: &'static str,
    words: &'static str,
}

impl UnitRow {
    /// Other spellings in which case matters: `kW`, `Mb`.
    pub(in crate::values) fn symbols(&self) -> impl Iterator<Item = &'static str> {
        listed(self.symbols)
    }

    /// Spellings in which it does not, in the four languages.
    pub(in crate::values) fn words(&self) -> impl Iterator<Item = &'static str> {
        listed(self.words)
    }
}

fn listed(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split(", ").filter(|word| !word.is_empty())
}

const fn unit(
    symbol: &'static str,
    measure: Measure,
    factor: (i64, u32),
    symbols: &'static str,
    words: &'static str,
) -> UnitRow {
    UnitRow { symbol, measure, factor, offset: (0, 0), symbols, words }
}

const fn offset(row: UnitRow, offset: (i64, u32)) -> UnitRow {
    UnitRow { offset, ..row }
}

/// The units, with their spellings in English, German, French and Spanish.
pub(super) const UNITS: &[UnitRow] = &[
    unit(
        "m",
        M::Length,
        (1, 0),
        "lfm",
        "laufmeter, laufende meter, laufender meter, lfd. m, linear metre, linear metres, linear meter, linear meters, mètre linéaire, mètres linéaires, metro lineal, metros lineales, metre, metres, meter, meters, metern, mètre, mètres, metro, metros",
    ),
    unit("%", M::Share, (1, 2), "％", "percent, per cent, pct, prozent, pour cent, por ciento, v.h."),
    unit("min", M::Duration, (60, 0), "mins, Min, Min.", "minute, minutes, minuten, minuto, minutos"),
    unit(
        "s",
        M::Duration,
        (1, 0),
        "sec, secs, Sek, Sek.",
        "second, seconds, sekunde, sekunden, sek, seconde, secondes, segundo, segundos",
    ),
    unit(
        "mm",
        M::Length,
        (1, 3),
        "",
        "millimetre, millimetres, millimeter, millimeters, millimetern, millimètre, millimètres, milímetro, \
            milímetros, milimetro, milimetros",
    ),
    unit(
        "cm",
        M::Length,
        (1, 2),
        "",
        "centimetre, centimetres, centimeter, centimeters, zentimeter, zentimetern, centimètre, centimètres, \
            centímetro, centímetros, centimetern, centimetros",
    ),
    unit(
        "dm",
        M::Length,
        (1, 1),
        "",
        "decimetre, decimetres, decimeter, dezimeter, décimètre, décimètres, decímetro, decímetros, dezimetern",
    ),
    unit(
        "km",
        M::Length,
        (1000, 0),
        "",
        "kilometre, kilometres, kilometer, kilometers, kilometern, kilomètre, kilomètres, kilómetro, kilómetros, \
            kilometros",
    ),
    unit(
        "µm",
        M::Length,
        (1, 6),
        "μm, um",
        "micron, microns, micrometre, micrometres, micrometer, mikrometer, micromètre, micromètres, mikrometern, \
            micra, micras, micrómetro, micrómetros",
    ),
    unit(
        "nm",
        M::Length,
        (1, 9),
        "",
        "nanometre, nanometres, nanometer, nanometers, nanomètres, nanomètre, nanómetro, nanómetros",
    ),
    unit("in", M::Length, (254, 4), "″", "inch, inches, zoll, pouce, pouces, pulgada, pulgadas"),
    unit("ft", M::Length, (3048, 4), "′", "foot, feet, fuß, pied, pieds, fuss, pies"),
    unit("yd", M::Length, (9144, 4), "yds", "yard, yards, yarda, yardas"),
    unit("mi", M::Length, (1_609_344, 3), "", "mile, miles, meile, meilen, milla, millas"),
    unit(
        "nmi",
        M::Length,
        (1852, 0),
        "",
        "nautical mile, nautical miles, seemeile, seemeilen, mille marin, milles marins, milla náutica, \
            millas náuticas",
    ),
    unit(
        "m²",
        M::Area,
        (1, 0),
        "m2, m^2, sqm, qm, ㎡",
        "sq m, sq. m, sq metres, sq meters, square metre, square metres, square meter, square meters, \
            quadratmeter, quadratmetern, mètre carré, mètres carrés, metro cuadrado, metros cuadrados, sq. metres, \
            sq. meters",
    ),
    unit(
        "mm²",
        M::Area,
        (1, 6),
        "mm2, mm^2",
        "square millimetres, square millimeters, quadratmillimeter, millimètres carrés, square millimetre, \
            square millimeter, quadratmillimetern, millimètre carré, milímetro cuadrado, milímetros cuadrados",
    ),
    unit(
        "cm²",
        M::Area,
        (1, 4),
        "cm2, cm^2",
        "square centimetres, square centimeters, quadratzentimeter, centimètres carrés, centímetros cuadrados, \
            square centimetre, square centimeter, quadratzentimetern, centimètre carré, centímetro cuadrado",
    ),
    unit(
        "km²",
        M::Area,
        (1_000_000, 0),
        "km2, qkm, km^2",
        "sq km, square kilometre, square kilometres, square kilometer, square kilometers, quadratkilometer, \
            kilomètres carrés, kilómetros cuadrados, quadratkilometern, kilomètre carré, kilómetro cuadrado, \
            kilometros cuadrados",
    ),
    unit("ha", M::Area, (10_000, 0), "", "hectare, hectares, hektar, hectárea, hectáreas, hektaren"),
    unit(
        "ft²",
        M::Area,
        (9_290_304, 8),
        "ft2, sqft, ft^2",
        "sq ft, sq. ft, sq. ft., square foot, square feet, pieds carrés, pies cuadrados, pied carré, pie cuadrado, \
            quadratfuß",
    ),
    unit("acre", M::Area, (40_468_564_224, 7), "", "acres"),
    unit(
        "mi²",
        M::Area,
        (2_589_988_110_336, 6),
        "",
        "sq mi, square mile, square miles, quadratmeile, quadratmeilen, milla cuadrada, millas cuadradas",
    ),
    unit(
        "m³",
        M::Volume,
        (1000, 0),
        "m3, m^3, cbm",
        "cubic metre, cubic metres, cubic meter, cubic meters, kubikmeter, kubikmetern, mètre cube, mètres cubes, \
            metro cúbico, metros cúbicos, metro cubico, metros cubicos",
    ),
    unit("l", M::Volume, (1, 0), "L, ltr", "litre, litres, liter, liters, litern, litro, litros"),
    unit(
        "ml",
        M::Volume,
        (1, 3),
        "mL",
        "millilitre, millilitres, milliliter, milliliters, mililitro, mililitros, millilitern",
    ),
    unit(
        "cl",
        M::Volume,
        (1, 2),
        "cL",
        "centilitre, centilitres, zentiliter, centiliter, centiliters, centilitro, centilitros",
    ),
    unit(
        "hl",
        M::Volume,
        (100, 0),
        "hL",
        "hectolitre, hectolitres, hektoliter, hectoliter, hectoliters, hectolitro, hectolitros",
    ),
    unit(
        "cm³",
        M::Volume,
        (1, 3),
        "cm3, ccm, cm^3",
        "cubic centimetres, cubic centimeters, kubikzentimeter, centimètres cubes, cubic centimetre, \
            cubic centimeter, kubikzentimetern, centimètre cube, centímetro cúbico, centímetros cúbicos",
    ),
    unit(
        "ft³",
        M::Volume,
        (28_316_846_592, 9),
        "ft3",
        "cu ft, cubic foot, cubic feet, kubikfuß, pied cube, pieds cubes, pie cúbico, pies cúbicos",
    ),
    unit(
        "dl",
        M::Volume,
        (1, 1),
        "dL",
        "decilitre, decilitres, deziliter, décilitre, décilitres, decilitro, decilitros",
    ),
    unit("gal", M::Volume, (3_785_411_784, 9), "", "gallon, gallons, gallone, gallonen, galones, galón"),
    unit(
        "kg",
        M::Mass,
        (1000, 0),
        "kgs",
        "kilogram, kilograms, kilogramme, kilogrammes, kilogramm, kilo, kilos, kilogramo, kilogramos",
    ),
    unit("g", M::Mass, (1, 0), "gr", "gram, grams, gramme, grammes, gramm, gramo, gramos"),
    unit(
        "mg",
        M::Mass,
        (1, 3),
        "",
        "milligram, milligrams, milligramm, milligramme, milligrammes, miligramo, miligramos",
    ),
    unit(
        "µg",
        M::Mass,
        (1, 6),
        "μg, mcg",
        "microgram, micrograms, mikrogramm, microgrammes, microgramme, microgramo, microgramos",
    ),
    unit(
        "t",
        M::Mass,
        (1_000_000, 0),
        "",
        "tonne, tonnes, metric ton, metric tons, ton, tons, tonnen, tonelada, toneladas",
    ),
    unit("lb", M::Mass, (45_359_237, 5), "lbs", "pound weight, pounds weight"),
    unit("oz", M::Mass, (28_349_523_125, 9), "", "ounce, ounces, unze, unzen, onzas, onza"),
    unit(
        "ms",
        M::Duration,
        (1, 3),
        "msec",
        "millisecond, milliseconds, millisekunde, millisekunden, milliseconde, millisecondes, milisegundos, \
            milisegundo",
    ),
    unit(
        "µs",
        M::Duration,
        (1, 6),
        "μs",
        "microsecond, microseconds, mikrosekunden, microsecondes, mikrosekunde, microseconde, microsegundo, \
            microsegundos",
    ),
    unit(
        "ns",
        M::Duration,
        (1, 9),
        "",
        "nanosecond, nanoseconds, nanosekunden, nanosecondes, nanosekunde, nanoseconde, nanosegundo, nanosegundos",
    ),
    unit("h", M::Duration, (3600, 0), "hr, hrs, Std, Std.", "hour, hours, stunde, stunden, heure, heures, hora, horas"),
    unit("d", M::Duration, (86_400, 0), "", "day, days, tag, tage, tagen, jour, jours, día, días, dia, dias"),
    unit("wk", M::Duration, (604_800, 0), "wks", "week, weeks, woche, wochen, semaine, semaines, semana, semanas"),
    unit("month", M::CalendarTime, (1, 0), "mo", "months, monat, monate, monaten, mois, mes, meses"),
    unit("quarter", M::CalendarTime, (3, 0), "", "quarters, quartal, quartale, trimestre, trimestres, quartalen"),
    unit("year", M::CalendarTime, (12, 0), "yr, yrs", "years, jahr, jahre, jahren, ans, année, années, año, años"),
    unit(
        "decade",
        M::CalendarTime,
        (120, 0),
        "",
        "decades, jahrzehnt, jahrzehnte, décennie, décennies, década, décadas, jahrzehnten",
    ),
    offset(
        unit(
            "°C",
            M::Temperature,
            (18, 1),
            "℃, º C, ºC, ° C, ° Celsius, °Celsius",
            "degrees celsius, degree celsius, grad celsius, degrés celsius, grados celsius, degrees c, celsius, \
                degré celsius, grado celsius, grados centígrados, grad c",
        ),
        (49_167, 2),
    ),
    offset(
        unit(
            "°F",
            M::Temperature,
            (1, 0),
            "℉, ºF, ° F, ° Fahrenheit, °Fahrenheit",
            "degrees fahrenheit, degree fahrenheit, grad fahrenheit, fahrenheit, degrés fahrenheit, \
                grados fahrenheit",
        ),
        (45_967, 2),
    ),
    unit("K", M::Temperature, (18, 1), "", "kelvin"),
    unit("W", M::Power, (1, 0), "", "watt, watts, vatios, vatio"),
    unit("mW", M::Power, (1, 3), "", "milliwatt, milliwatts, milivatio, milivatios"),
    unit("kW", M::Power, (1000, 0), "KW", "kilowatt, kilowatts, kilovatios, kilovatio"),
    unit("MW", M::Power, (1_000_000, 0), "", "megawatt, megawatts, mégawatt, mégawatts, megavatio, megavatios"),
    unit("GW", M::Power, (1_000_000_000, 0), "", "gigawatt, gigawatts, gigavatio, gigavatios"),
    unit("TW", M::Power, (1_000_000_000_000, 0), "", "terawatt, terawatts, teravatios, térawatt, térawatts"),
    unit("PS", M::Power, (73_549_875, 5), "", "pferdestärken, pferdestärke"),
    unit("J", M::Energy, (1, 0), "", "joule, joules"),
    unit("kJ", M::Energy, (1000, 0), "KJ", "kilojoule, kilojoules"),
    unit("MJ", M::Energy, (1_000_000, 0), "", "megajoule, megajoules"),
    unit(
        "Wh",
        M::Energy,
        (3600, 0),
        "",
        "watt hours, wattstunden, watt hour, wattstunde, wattheure, wattheures, vatio hora, vatios hora",
    ),
    unit(
        "kWh",
        M::Energy,
        (3_600_000, 0),
        "KWh, KWH, kwh",
        "kilowatt hour, kilowatt hours, kilowatt-hours, kilowattstunde, kilowattstunden, kilowattheures, \
            kilowattheure, kilovatio hora, kilovatios hora, kilowatts heure",
    ),
    unit(
        "MWh",
        M::Energy,
        (3_600_000_000, 0),
        "",
        "megawatt hours, megawattstunden, megawatt hour, megawattstunde, mégawattheure, mégawattheures, \
            megavatio hora, megavatios hora",
    ),
    unit(
        "GWh",
        M::Energy,
        (3_600_000_000_000, 0),
        "",
        "gigawatt hours, gigawattstunden, gigawatt hour, gigawattstunde, gigawattheure, gigawattheures, \
            gigavatios hora",
    ),
    unit(
        "TWh",
        M::Energy,
        (3_600_000_000_000_000, 0),
        "",
        "terawatt hours, terawattstunden, terawatt hour, terawattstunde, térawattheure, térawattheures, \
            teravatios hora",
    ),
    unit("kcal", M::Energy, (4184, 0), "", "kilocalorie, kilocalories, kilokalorien, kilokalorie, kilocalorías"),
    unit("B", M::Data, (1, 0), "", "byte, bytes, octet, octets"),
    unit("kB", M::Data, (1000, 0), "KB", "kilobyte, kilobytes"),
    unit("MB", M::Data, (1_000_000, 0), "Mo", "megabyte, megabytes"),
    unit("GB", M::Data, (1_000_000_000, 0), "Go", "gigabyte, gigabytes"),
    unit("TB", M::Data, (1_000_000_000_000, 0), "To", "terabyte, terabytes"),
    unit("PB", M::Data, (1_000_000_000_000_000, 0), "Po", "petabyte, petabytes"),
    unit("KiB", M::Data, (1024, 0), "", "kibibyte, kibibytes"),
    unit("MiB", M::Data, (1_048_576, 0), "", "mebibyte, mebibytes"),
    unit("GiB", M::Data, (1_073_741_824, 0), "", "gibibyte, gibibytes"),
    unit("TiB", M::Data, (1_099_511_627_776, 0), "", "tebibyte, tebibytes"),
    unit("bit", M::Data, (125, 3), "", "bits"),
    unit("kbit/s", M::DataRate, (1, 3), "kbps, kb/s, Kbps", ""),
    unit("Mbit/s", M::DataRate, (1, 0), "Mbps, Mb/s, MBit/s", ""),
    unit("Gbit/s", M::DataRate, (1000, 0), "Gbps, Gb/s, GBit/s", ""),
    unit("MB/s", M::DataRate, (8, 0), "MBps", ""),
    unit("GB/s", M::DataRate, (8000, 0), "GBps", ""),
    unit(
        "km/h",
        M::Speed,
        (1, 0),
        "kmh, kph, Km/h",
        "kilometres per hour, kilometers per hour, km per hour, stundenkilometer, kilometer pro stunde, \
            kilomètres par heure, kilómetros por hora, kilometre per hour, kilometer per hour, km pro stunde, \
            km par heure, km por hora, kilometern pro stunde, kilomètre par heure, kilómetro por hora, \
            stundenkilometern",
    ),
    unit(
        "m/s",
        M::Speed,
        (36, 1),
        "",
        "metres per second, meters per second, meter pro sekunde, mètres par seconde, metros por segundo, \
            metre per second, meter per second, metern pro sekunde, mètre par seconde, metro por segundo",
    ),
    unit("mph", M::Speed, (1_609_344, 6), "", "miles per hour, mile per hour, meilen pro stunde, millas por hora"),
    unit("kn", M::Speed, (1852, 3), "kt, kts", "knot, knots, knoten, nœuds, nudos, nœud, nudo"),
    unit(
        "l/min",
        M::Flow,
        (60, 0),
        "L/min, lpm",
        "litre per minute, litres per minute, liter per minute, liters per minute, liter pro minute, \
            litern pro minute, litre par minute, litres par minute, litro por minuto, litros por minuto",
    ),
    unit(
        "l/s",
        M::Flow,
        (3600, 0),
        "L/s",
        "litre per second, litres per second, liters per second, liter pro sekunde, litres par seconde, \
            litros por segundo",
    ),
    unit(
        "l/h",
        M::Flow,
        (1, 0),
        "L/h",
        "litres per hour, liters per hour, liter pro stunde, litres par heure, litros por hora",
    ),
    unit(
        "m³/h",
        M::Flow,
        (1000, 0),
        "m3/h, cbm/h",
        "cubic metres per hour, cubic meters per hour, kubikmeter pro stunde, mètres cubes par heure, \
            metros cúbicos por hora",
    ),
    unit(
        "m³/s",
        M::Flow,
        (3_600_000, 0),
        "m3/s, cbm/s",
        "cubic metres per second, cubic meters per second, kubikmeter pro sekunde, mètres cubes par seconde, \
            metros cúbicos por segundo",
    ),
    unit("Pa", M::Pressure, (1, 0), "", "pascal, pascals"),
    unit("hPa", M::Pressure, (100, 0), "", "hectopascal"),
    unit("kPa", M::Pressure, (1000, 0), "kN/m², kN/m2", "kilopascal, kilopascals"),
    unit("MPa", M::Pressure, (1_000_000, 0), "", "megapascal, megapascals"),
    unit("bar", M::Pressure, (100_000, 0), "", ""),
    unit("mbar", M::Pressure, (100, 0), "", "millibar"),
    unit("psi", M::Pressure, (6_894_757_293_168, 9), "", ""),
    unit("mmHg", M::Pressure, (133_322_387_415, 9), "", ""),
    unit("N", M::Force, (1, 0), "", "newton, newtons"),
    unit("kN", M::Force, (1000, 0), "", "kilonewton, kilonewtons"),
    unit("°", M::Angle, (1, 0), "º", "degree, degrees, grad, degré, degrés, grado, grados"),
    unit("V", M::Voltage, (1, 0), "", "volt, volts, voltios, voltio"),
    unit("kV", M::Voltage, (1000, 0), "", "kilovolt, kilovolts, kilovoltio, kilovoltios"),
    unit("A", M::Current, (1, 0), "", "amp, amps, ampere, amperes, ampère, ampères, amperios, amperio"),
    unit("mA", M::Current, (1, 3), "", "milliamp, milliamps, milliampere, milliampères, miliamperio, miliamperios"),
    unit("Hz", M::Frequency, (1, 0), "", "hertz, hercio, hercios"),
    unit("kHz", M::Frequency, (1000, 0), "", "kilohertz, kilohercio, kilohercios"),
    unit("MHz", M::Frequency, (1_000_000, 0), "", "megahertz, mégahertz, megahercio, megahercios"),
    unit("GHz", M::Frequency, (1_000_000_000, 0), "", "gigahertz, gigahercio, gigahercios"),
    unit("lm", M::Light, (1, 0), "", "lumen, lumens, lúmenes"),
    unit("lx", M::Illuminance, (1, 0), "Lx", "lux"),
    unit("klx", M::Illuminance, (1000, 0), "", "kilolux"),
    unit(
        "dB",
        M::Loudness,
        (1, 0),
        "dBA, dB(A)",
        "decibel, decibels, dezibel, décibels, decibelios, décibel, decibelio",
    ),
    unit(
        "kg/m²",
        M::SurfaceWeight,
        (1000, 0),
        "kg/m2, kg/qm",
        "kilos per square metre, kilograms per square metre, kilograms per square meter, \
            kilogram per square metre, kilogram per square meter, kilos pro quadratmeter, \
            kilogramm pro quadratmeter, kilogrammes par mètre carré, kilos par mètre carré, \
            kilos por metro cuadrado, kg pro quadratmeter, kg par mètre carré, kg por metro cuadrado, \
            kg per square metre, kg per square meter",
    ),
    unit("g/m²", M::SurfaceWeight, (1, 0), "g/m2, gsm", ""),
    unit("kg/m³", M::Density, (1, 0), "kg/m3", ""),
    unit(
        "people",
        M::People,
        (1, 0),
        "pax",
        "person, persons, personen, leute, menschen, personne, personnes, persona, personas, gente",
    ),
    unit("pieces", M::Pieces, (1, 0), "pcs, pcs., Stk, Stk.", "piece, stück, pièce, pièces, pieza, piezas"),
    unit("‰", M::Share, (1, 3), "", "per mille, permille, promille, pour mille, por mil"),
    unit("ppm", M::Share, (1, 6), "", "parts per million"),
    unit(
        "pp",
        M::SharePoints,
        (1, 0),
        "%-Punkte",
        "percentage point, percentage points, percent points, prozentpunkt, prozentpunkte, prozentpunkten, \
            points de pourcentage, point de pourcentage, punto porcentual, puntos porcentuales",
    ),
    unit(
        "bp",
        M::SharePoints,
        (1, 2),
        "bps",
        "basis point, basis points, basispunkt, basispunkte, points de base, puntos básicos, point de base, \
            punto básico",
    ),
];
