//! The wallet that pays for every call of a model: the chat, reading and judging beside long documents.

use factly_core::long_documents::wallet::UNIT;
use factly_engine::chat::TurnRequest;
use factly_engine::error::Code;
use factly_engine::inputs::Parsing;
use factly_engine::providers::{ConsentByEnvironment, Price};
use factly_engine::store::wallet::WalletEntryRow;
use factly_engine::task::CancelToken;
use serde_json::json;
use uuid::Uuid;

use super::connected::connected;
use super::library::Fixture;
use super::long_documents::ended;
use super::model_server::Server;

struct WalletFixture {
    fixture: Fixture,
    discovery: Uuid,
}

impl WalletFixture {
    /// One millionth for a token in, two for one out, and a wallet that pays for all.
    fn paying(server: &Server, micro: i64) -> Self {
        let at = Self::unpaid(server, "USD");
        at.fixture.library.wallet().add(micro, None).unwrap();
        at.fixture.library.wallet().set_pays_all(true).unwrap();
        at
    }

    /// The same with a wallet that nobody filled.
    fn unpaid(server: &Server, currency: &str) -> Self {
        let url = server.url();
        let set =
            [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", url.as_str()), ("FACTLY_MODEL", "one")];
        let fixture = connected(&set, ConsentByEnvironment::Given);
        let discovery = fixture.discovery("Wall");
        let price = Price {
            origin: url.clone(),
            model: "one".to_owned(),
            input: UNIT as u64,
            output: 2 * UNIT as u64,
            currency: currency.to_owned(),
            since: "2025-01-01".to_owned(),
        };
        fixture.library.providers().add_model_price(price).unwrap();
        Self { fixture, discovery }
    }

    fn say(&self) -> Option<Code> {
        let ask = TurnRequest { text: "How long is the wall?".to_owned(), ..TurnRequest::default() };
        let chat = self.fixture.library.chat();
        let outcome = chat.send(self.discovery, None, &ask, &CancelToken::default(), &mut |_| {});
        outcome.map_or_else(Some, |answer| answer.error).map(|error| error.code)
    }

    fn entries(&self) -> Vec<WalletEntryRow> {
        self.fixture.library.wallet().ledger(None, 100).unwrap()
    }

    fn debits(&self, task: &str) -> Vec<(i64, String)> {
        let debits = self.entries().into_iter().filter(|entry| entry.kind == "debit" && entry.task == task);
        debits.map(|entry| (entry.amount, entry.counted)).collect()
    }
}

fn server_reporting(usage: Option<serde_json::Value>) -> Server {
    Server::answering(move |_, _| ended("Forty metres.", "stop", usage.clone()))
}

#[test]
fn the_chat_is_reserved_before_it_is_sent_and_debited_by_real_use() {
    let server = server_reporting(Some(json!({ "prompt_tokens": 100, "completion_tokens": 50 })));
    let at = WalletFixture::paying(&server, 100 * UNIT);
    assert_eq!(at.say(), None);
    assert!(at.debits("chat").contains(&(200, "provider".to_owned())), "{:?}", at.entries());
    let reserved = at.entries().into_iter().find(|entry| entry.kind == "reservation").unwrap();
    assert!(reserved.amount > 200 && reserved.input_tokens > 0, "the worst case, as we counted it: {reserved:?}");
    assert_eq!(at.fixture.library.wallet().show().unwrap().wallet.reserved, 0, "all is settled");
}

#[test]
fn a_wallet_that_was_filled_pays_for_all_calls_unless_it_is_set_otherwise() {
    let server = server_reporting(Some(json!({ "prompt_tokens": 100, "completion_tokens": 50 })));
    let at = WalletFixture::unpaid(&server, "USD");
    assert_eq!((at.say(), at.entries().len()), (None, 0), "an empty wallet stops nothing");
    at.fixture.library.wallet().add(100 * UNIT, None).unwrap();
    assert!(at.fixture.library.wallet().show().unwrap().pays_all);
    assert_eq!((at.say(), at.debits("chat").contains(&(200, "provider".to_owned()))), (None, true));
    at.fixture.library.wallet().set_pays_all(false).unwrap();
    let before = at.entries().len();
    assert_eq!((at.say(), at.entries().len()), (None, before));
}

/// A wallet of tokens counts tokens, wherever the model is: that is what it is for.
#[test]
fn each_token_of_a_wallet_of_tokens_is_one_on_this_machine_too() {
    let server = server_reporting(Some(json!({ "prompt_tokens": 100, "completion_tokens": 50 })));
    let at = WalletFixture::unpaid(&server, "EUR");
    at.fixture.library.wallet().add(100_000 * UNIT, Some("tokens")).unwrap();
    assert_eq!(at.say(), None);
    assert!(at.debits("chat").contains(&(150 * UNIT, "provider".to_owned())), "{:?}", at.entries());
}

/// Nobody asked for it to pay for all, and nobody knows what this costs.
#[test]
fn by_itself_a_wallet_stops_no_call_whose_price_it_does_not_know() {
    let server = server_reporting(None);
    let at = WalletFixture::unpaid(&server, "EUR");
    at.fixture.library.wallet().add(100 * UNIT, None).unwrap();
    assert_eq!((at.say(), at.entries().len()), (None, 1), "the price is in another unit");
    at.fixture.library.wallet().set_pays_all(true).unwrap();
    assert_eq!(at.say(), Some(Code::Refused), "once it is to pay for all, it is asked about");
}

#[test]
fn reading_a_text_is_debited_and_without_usage_it_is_counted_and_marked() {
    let server = server_reporting(None);
    let at = WalletFixture::paying(&server, 100 * UNIT);
    at.fixture.add(at.discovery, "The wall is 40 m long.", Parsing::Now);
    let debits = at.debits("extraction");
    assert!(!debits.is_empty() && debits.iter().all(|(amount, by)| *amount > 0 && by == "estimate"), "{debits:?}");
}

#[test]
fn what_the_wallet_has_too_little_for_is_not_sent() {
    let server = server_reporting(None);
    let at = WalletFixture::paying(&server, 10);
    assert_eq!(at.say(), Some(Code::Refused));
    assert_eq!((server.requests().len(), at.entries().len()), (0, 1), "only the deposit is booked");
    at.fixture.library.wallet().set_pays_all(false).unwrap();
    assert_eq!(at.say(), None, "unless it pays for documents alone");
    assert_eq!(at.entries().len(), 1);
}
