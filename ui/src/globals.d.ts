/** True in `vite dev`, in tests and in `--mode fake` builds; false, and dropped, in production. */
declare const __FAKE_HOST__: boolean;
