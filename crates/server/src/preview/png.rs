//! Pictures as PNG files.

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;
use tiny_skia::Pixmap;

/// The bytes of a PNG file of a picture without transparency.
pub(super) fn encode(picture: &Pixmap) -> std::io::Result<Vec<u8>> {
    let mut rows = Vec::new();
    for row in picture.data().chunks_exact(picture.width() as usize * 4) {
        // Each row says how it is filtered: not at all, since colors are flat.
        rows.push(0);
        rows.extend(row.chunks_exact(4).flat_map(|pixel| &pixel[..3]));
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&rows)?;
    let mut header = Vec::new();
    header.extend(picture.width().to_be_bytes());
    header.extend(picture.height().to_be_bytes());
    // Eight bits of red, green and blue, in the only way to compress and filter, row by row.
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &packed.finish()?);
    chunk(&mut file, b"IEND", &[]);
    Ok(file)
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(data);
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}
