// No console window beside the application on Windows.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    factly_shell::run();
}
