//! Pages drawn, for a window to show.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

use crate::refusal::Refusal;

/// A drawn page is no larger, in pixels.
const LARGEST: (u32, u32) = (4_000, 6_000);

/// A picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Png {
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

pub(super) fn draw(page: &Page<'_>, width: u32) -> Result<Png, Refusal> {
    let (wide, high) = page.render_dimensions();
    let wanted = width.clamp(1, LARGEST.0) as f32;
    let scale = (wanted / wide).min(LARGEST.1 as f32 / high);
    // A page of no height still has a pixel, and rounding down must not lose one of the width.
    let settings = PixmapSettings {
        x_scale: (scale * wide).round().max(1.0) / wide + f32::EPSILON,
        y_scale: (scale * high).round().max(1.0) / high + f32::EPSILON,
        bg_color: WHITE,
    };
    let cache = RenderCache::new();
    encode(&render(page, &cache, &InterpreterSettings::default(), &RenderSettings::default(), &settings))
}

fn encode(pixels: &Pixmap) -> Result<Png, Refusal> {
    let (width, height) = (u32::from(pixels.width()), u32::from(pixels.height()));
    let rgb: Vec<u8> = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
    let mut bytes = Vec::with_capacity(rgb.len() / 8);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let failed = |error: png::EncodingError| Refusal::Damaged { detail: error.to_string() };
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(Png { width, height, bytes })
}
