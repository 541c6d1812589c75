//! A closure called through a pointer, so that what surrounds it (a transaction and its end, the guard against panics) is in
//! the binary once and not once for each closure: that is a megabyte of it.

/// Work that is called once, and what it gave.
#[derive(Debug)]
pub struct Once<F, T> {
    work: Option<F>,
    given: Option<T>,
}

impl<F, T> Once<F, T> {
    pub fn new(work: F) -> Self {
        Self { work: Some(work), given: None }
    }

    /// What the work gives is kept; its error is passed on to what surrounds it.
    pub fn call<A, E>(&mut self, with: A) -> Result<(), E>
    where
        F: FnOnce(A) -> Result<T, E>,
    {
        if let Some(work) = self.work.take() {
            self.given = Some(work(with)?);
        }
        Ok(())
    }

    /// Nothing if it was never called, or failed.
    pub fn given(self) -> Option<T> {
        self.given
    }
}
