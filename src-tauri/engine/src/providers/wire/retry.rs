//! Backoff of requests that failed, by a rate limit or otherwise: sent again before anything of an answer came, at most
//! twice, after a delay that is never the same.

use std::time::Duration;

use crate::providers::fault::ProviderError;
use crate::providers::wire::CallPatience;

/// So often a request is repeated, by whoever repeats it.
pub(super) const REPEATS: u32 = 2;

/// Returns how long a call waits before try number `tried + 1`, or none if the failure is final. `chance` is any
/// number.
pub(super) fn retry_delay(tried: u32, error: &ProviderError, patience: &CallPatience, chance: u64) -> Option<Duration> {
    let is_worth_it = tried <= patience.repeats && error.retry_after.is_none_or(|delay| delay <= patience.longest_wait);
    if is_worth_it { unbounded_retry_delay(tried, error, patience.backoff, chance) } else { None }
}

/// As [`retry_delay`], for whoever waits without holding a call open, and so for as long as the server asks.
pub(super) fn unbounded_retry_delay(
    tried: u32,
    error: &ProviderError,
    backoff: Duration,
    chance: u64,
) -> Option<Duration> {
    if tried > REPEATS || !error.fault.passes() {
        return None;
    }
    Some(match error.retry_after {
        Some(delay) => delay.saturating_add(jitter(backoff, chance)),
        None => {
            let doubled = backoff * 2_u32.pow(tried.saturating_sub(1));
            doubled / 2 + jitter(doubled, chance)
        }
    })
}

/// Up to `most`: many clients that failed together must not come back together.
fn jitter(most: Duration, chance: u64) -> Duration {
    most.mul_f64((chance % 1_000) as f64 / 1_000.0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{CallPatience, retry_delay, unbounded_retry_delay};
    use crate::providers::fault::{ProviderError, ProviderFault};

    #[test]
    fn only_what_passes_is_tried_again_and_at_most_twice() {
        let patience = CallPatience::default();
        let limited = ProviderError::new(ProviderFault::RateLimited, "");
        assert_eq!(retry_delay(1, &limited, &patience, 0), Some(Duration::from_millis(250)));
        assert_eq!(
            retry_delay(1, &limited, &patience, 500),
            Some(Duration::from_millis(500)),
            "chance spreads the tries"
        );
        assert_eq!(retry_delay(2, &limited, &patience, 0), Some(Duration::from_millis(500)), "the second waits longer");
        assert_eq!(retry_delay(3, &limited, &patience, 0), None, "there is no third retry");
        for fault in [
            ProviderFault::KeyRefused,
            ProviderFault::Rejected,
            ProviderFault::NotFound,
            ProviderFault::Silent,
            ProviderFault::Malformed,
        ] {
            assert_eq!(retry_delay(1, &ProviderError::new(fault, ""), &patience, 0), None, "{fault:?} is final");
        }
    }

    #[test]
    fn what_a_server_asks_for_is_kept_to_or_given_up() {
        let patience = CallPatience::default();
        let asking = |seconds| ProviderError {
            retry_after: Some(Duration::from_secs(seconds)),
            ..ProviderError::new(ProviderFault::RateLimited, "")
        };
        assert!(retry_delay(1, &asking(3), &patience, 7).unwrap() >= Duration::from_secs(3), "never sooner than asked");
        assert_eq!(retry_delay(1, &asking(3_600), &patience, 7), None, "nobody sits through an hour");
        let later = unbounded_retry_delay(1, &asking(3_600), patience.backoff, 7).unwrap();
        assert!(later >= Duration::from_secs(3_600), "but a job can come back after it");
        assert_eq!(
            unbounded_retry_delay(3, &asking(1), patience.backoff, 7),
            None,
            "and tries no more often than a call does"
        );
    }

    #[test]
    fn whoever_repeats_by_itself_lets_the_call_do_it_once() {
        let once = CallPatience { repeats: 0, ..CallPatience::default() };
        assert_eq!(retry_delay(1, &ProviderError::new(ProviderFault::Failed, ""), &once, 0), None);
    }
}
