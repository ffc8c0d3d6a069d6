//! The rules of one language (CLDR): how it writes dates and numbers, sorts texts, and forms plurals.

use fixed_decimal::{Decimal, SignedRoundingMode, UnsignedRoundingMode};
use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};
use icu_datetime::DateTimeFormatter;
use icu_datetime::fieldsets::builder::{DateFields, FieldSetBuilder};
use icu_datetime::input::{Date, DateTime, Time};
use icu_datetime::options::{Length, TimePrecision};
use icu_decimal::DecimalFormatter;
use icu_experimental::dimension::currency::formatter::CurrencyFormatter;
use icu_locale::subtags::{Region, Script};
use icu_locale::{Direction, Locale, LocaleDirectionality};
use icu_plurals::{PluralCategory, PluralRules};

use super::quotes::QuotationMarks;
use super::tag::parse_tag;

/// The rules of one language. A language that Unicode lacks has the rules that all languages share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageRules {
    locale: Locale,
}

/// The names of all plural forms, in the order of `PluralCategory`.
pub const PLURAL_FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The styles of dates: `Thursday, 3 July 2025`, `3 July 2025`, `3 Jul 2025`, `03/07/25`, `July`, `July 2025`,
/// `Thursday` and `20:30`; with `_time`, both the date and the time.
pub const DATE_STYLES: [&str; 12] = [
    "full",
    "long",
    "medium",
    "short",
    "month",
    "month_year",
    "weekday",
    "time",
    "full_time",
    "long_time",
    "medium_time",
    "short_time",
];

/// The order of texts in a language: `ä` beside `a` in German, behind `z` in Swedish; upper and lower case together.
pub type TextOrder = CollatorBorrowed<'static>;

impl LanguageRules {
    /// Finds the rules of a language tag, or of its longest beginning that can be parsed.
    pub fn new(tag: &str) -> Self {
        let mut beginnings = std::iter::successors(Some(tag), |tag| Some(tag.rsplit_once('-')?.0));
        Self { locale: beginnings.find_map(parse_tag).unwrap_or(Locale::UNKNOWN) }
    }

    /// Whether the language is English, of any country.
    pub fn is_english(&self) -> bool {
        self.locale.id.language.as_str() == "en"
    }

    /// Returns the direction of the language's script, as HTML names it: `ltr` or `rtl`.
    pub fn direction(&self) -> &'static str {
        match LocaleDirectionality::new_extended().get(&self.locale.id) {
            Some(Direction::RightToLeft) => "rtl",
            _ => "ltr",
        }
    }

    pub fn quotation_marks(&self) -> QuotationMarks {
        let id = &self.locale.id;
        let (script, region) = (id.script.as_ref().map(Script::as_str), id.region.as_ref().map(Region::as_str));
        QuotationMarks::of(id.language.as_str(), script, region)
    }

    /// Writes a date and time as the language does, in the language's calendar and in one of the `DATE_STYLES`. Returns
    /// `None` if the date is out of range, or the style is unknown.
    pub fn date(&self, moment: jiff::civil::DateTime, style: &str) -> Option<String> {
        let part = |number: i8| u8::try_from(number).ok();
        let date = Date::try_new_iso(i32::from(moment.year()), part(moment.month())?, part(moment.day())?).ok()?;
        let time = Time::try_new(part(moment.hour())?, part(moment.minute())?, part(moment.second())?, 0).ok()?;
        let with_time = style.strip_suffix("time").map(|date_style| date_style.trim_end_matches('_'));
        let (date_fields, length) = match with_time.unwrap_or(style) {
            "full" => (Some(DateFields::YMDE), Length::Long),
            "long" => (Some(DateFields::YMD), Length::Long),
            "medium" => (Some(DateFields::YMD), Length::Medium),
            "short" => (Some(DateFields::YMD), Length::Short),
            "month" => (Some(DateFields::M), Length::Long),
            "month_year" => (Some(DateFields::YM), Length::Long),
            "weekday" => (Some(DateFields::E), Length::Long),
            "" => (None, Length::Short),
            _ => return None,
        };
        let mut fields = FieldSetBuilder::new();
        (fields.date_fields, fields.length) = (date_fields, Some(length));
        fields.time_precision = with_time.map(|_| TimePrecision::Minute);
        let formatter =
            DateTimeFormatter::try_new((&self.locale).into(), fields.build_composite_datetime().ok()?).ok()?;
        Some(formatter.format(&DateTime { date, time }).to_string())
    }

    /// Writes a number, given as `-1234.5`, in the language's digits and groups, rounded to `decimals` if these are
    /// given. Returns `None` if the text is not a number.
    pub fn number(&self, text: &str, decimals: Option<u8>) -> Option<String> {
        let mut number: Decimal = text.parse().ok()?;
        if let Some(decimals) = decimals.map(i16::from) {
            let half_up = SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfExpand);
            number.round_with_mode(-decimals, half_up);
            number.pad_end(-decimals);
        }
        let formatter = DecimalFormatter::try_new((&self.locale).into(), <_>::default()).ok()?;
        Some(formatter.format(&number).to_string())
    }

    /// Writes an amount, given as `-1234.5`, with the symbol and the decimals of a currency. Returns `None` if the text
    /// is not a number, or `currency` is not a code of three letters (ISO 4217).
    pub fn amount(&self, text: &str, currency: &str) -> Option<String> {
        let (number, currency) = (text.parse().ok()?, currency.parse().ok()?);
        let formatter = CurrencyFormatter::try_new_symbol((&self.locale).into(), currency, <_>::default()).ok()?;
        Some(formatter.format_fixed_decimal(&number).to_string())
    }

    /// Returns the name of the plural form that a number, given as `-1234.5`, takes: `one`, `few`, `other` … Returns
    /// `None` if the text is not a number.
    pub fn plural_form(&self, text: &str) -> Option<&'static str> {
        let number: Decimal = text.parse().ok()?;
        Some(form_name(self.plural_rules()?.category_for(&number)))
    }

    pub fn plural_forms(&self) -> Vec<&'static str> {
        self.plural_rules().map_or_else(Vec::new, |rules| rules.categories().map(form_name).collect())
    }

    fn plural_rules(&self) -> Option<PluralRules> {
        PluralRules::try_new_cardinal((&self.locale).into()).ok()
    }

    /// Returns the order of texts: the language's own, or else that of Unicode.
    pub fn text_order(&self) -> TextOrder {
        let own = Collator::try_new((&self.locale).into(), CollatorOptions::default());
        let order = own.or_else(|_| Collator::try_new(CollatorPreferences::default(), CollatorOptions::default()));
        order.expect("the order of Unicode is compiled in")
    }
}

fn form_name(category: PluralCategory) -> &'static str {
    PLURAL_FORMS[category as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_language_writes_them() {
        let check = |tag: &str, style: &str, expected: &str| {
            let date = jiff::civil::date(2025, 7, 3).at(20, 30, 59, 0);
            assert_eq!(LanguageRules::new(tag).date(date, style).as_deref(), Some(expected), "{tag}");
        };
        check("en", "long", "July 3, 2025");
        check("en-IN", "full", "Thursday, 3 July 2025");
        check("en-GB", "medium", "3 Jul 2025");
        check("de", "long", "3. Juli 2025");
        check("de-AT", "short", "03.07.25");
        check("ta", "long", "3 ஜூலை 2025");
        check("ta", "month", "ஜூலை");
        check("cs", "month_year", "červenec 2025");
        check("fr", "weekday", "jeudi");
        check("fa", "long", "۱۲ تیر ۱۴۰۴");
        check("fa-u-ca-gregory", "long", "۳ ژوئیه ۲۰۲۵");
        check("zh-cmn-Hans-CN", "long", "2025年7月3日");
        check("de", "time", "20:30");
        check("en", "time", "8:30\u{202f}PM");
        check("ar", "time", "8:30 م");
        check("de", "full_time", "Donnerstag, 3. Juli 2025 um 20:30");
        check("en-GB", "short_time", "03/07/2025, 20:30");
        for style in super::DATE_STYLES {
            assert!(LanguageRules::new("ta").date(jiff::civil::DateTime::default(), style).is_some(), "{style}");
        }
    }

    #[test]
    fn numbers_are_grouped_as_the_language_groups_them() {
        let check = |tag: &str, digits: &str, expected: Option<&str>| {
            assert_eq!(LanguageRules::new(tag).number(digits, None).as_deref(), expected, "{digits} in {tag}");
        };
        check("en", "-1000", Some("-1,000"));
        check("en-IN", "12345678", Some("1,23,45,678"));
        check("de", "1234567.25", Some("1.234.567,25"));
        check("es", "1234", Some("1234"));
        check("ar-EG", "1234", Some("١٬٢٣٤"));
        check("en", "soon", None);
    }

    #[test]
    fn numbers_are_rounded_to_the_decimals() {
        let check = |digits: &str, decimals: u8, expected: &str| {
            assert_eq!(LanguageRules::new("de").number(digits, Some(decimals)).as_deref(), Some(expected), "{digits}");
        };
        check("1320.5", 2, "1.320,50");
        check("7", 2, "7,00");
        check("0.125", 2, "0,13");
        check("-2.5", 0, "-3");
        check("9.996", 2, "10,00");
    }

    #[test]
    fn amounts_have_the_sign_and_the_decimals_of_the_currency() {
        let check = |tag: &str, digits: &str, currency: &str, expected: Option<&str>| {
            let written = LanguageRules::new(tag).amount(digits, currency);
            assert_eq!(written.as_deref(), expected, "{digits} {currency} in {tag}");
        };
        check("de", "1320.5", "EUR", Some("1.320,50\u{a0}€"));
        check("en", "7.9", "eur", Some("€7.90"));
        check("de", "1200", "JPY", Some("1.200\u{a0}¥"));
        check("en", "1.5", "KWD", Some("KWD\u{a0}1.500"));
        check("en-IN", "123456.5", "INR", Some("₹1,23,456.50"));
        check("ar", "12.5", "AED", Some("\u{200f}12.50\u{a0}د.إ.\u{200f}"));
        check("qqq", "1", "EUR", Some("€\u{a0}1.00"));
        check("de", "1", "Euro", None);
        check("de", "one", "EUR", None);
    }

    #[test]
    fn plurals_have_the_forms_of_the_language() {
        let check = |tag: &str, digits: &str, expected: &str| {
            assert_eq!(LanguageRules::new(tag).plural_form(digits), Some(expected), "{digits} in {tag}");
        };
        check("en", "1", "one");
        check("en", "1.5", "other");
        check("ru", "3", "few");
        check("ru", "11", "many");
        check("ja", "1", "other");
        assert_eq!(LanguageRules::new("ru").plural_forms(), ["one", "few", "many", "other"]);
    }

    #[test]
    fn texts_are_sorted_as_the_language_sorts_them() {
        let check = |tag: &str, expected: &[&str]| {
            let (order, mut texts) = (LanguageRules::new(tag).text_order(), expected.to_vec());
            texts.sort_unstable();
            texts.sort_by(|a, b| order.compare(a, b));
            assert_eq!(texts, expected, "{tag}");
        };
        check("de", &["Äpfel", "apfelgrün", "Birne", "öl", "Zoo"]);
        check("sv", &["apfelgrün", "Birne", "Zoo", "Äpfel", "öl"]);
        check("ta", &["அ", "ஆ", "க", "கா", "ங"]);
    }

    #[test]
    fn scripts_have_a_direction() {
        let tags = [("ar", "rtl"), ("he-IL", "rtl"), ("ta", "ltr"), ("az-Arab", "rtl"), ("yi", "rtl"), ("qqq", "ltr")];
        for (tag, expected) in tags.into_iter().chain([("ms-zsm-Arab-MY", "rtl")]) {
            assert_eq!(LanguageRules::new(tag).direction(), expected, "{tag}");
        }
    }

    #[test]
    fn quotation_marks_follow_the_script_and_the_region() {
        let tags = [
            ("zh-TW", "「"),
            ("zh-cmn-Hant-TW", "「"),
            ("zh-Hant", "「"),
            ("yue", "「"),
            ("yue-Hans", "“"),
            ("zh-Hans-HK", "“"),
            ("zh", "“"),
        ];
        for (tag, expected) in tags.into_iter().chain([("de-CH", "«"), ("de-x-a", "„")]) {
            assert_eq!(LanguageRules::new(tag).quotation_marks().double.0, expected, "{tag}");
        }
    }
}
