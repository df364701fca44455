//! Nothing that is given to the model ends the program.

use rutter_embed::{Model, ModelError, Scratch, norm};

const SMALL: &[u8] = include_bytes!("small.model");

/// A model that opens must work, whatever is in it.
fn open(bytes: Vec<u8>) -> Result<(), ModelError> {
    let model = Model::from_bytes(bytes)?;
    let mut scratch = Scratch::default();
    let vector = model.text("HTTPServer reads 你好 and 12 interfaces", &mut scratch);
    assert_eq!(vector.norm, norm(&vector.values));
    model.verify()
}

fn draw(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn a_model_cut_short_is_refused() {
    for n_bytes in (0..6000).chain((6000..SMALL.len()).step_by(7)) {
        assert!(open(SMALL[..n_bytes].to_vec()).is_err(), "{n_bytes}");
    }
}

#[test]
fn a_model_with_one_byte_changed_is_refused() {
    for position in (0..6000).chain((6000..SMALL.len()).step_by(7)) {
        for change in [1, 0x80, 0xff] {
            let mut bytes = SMALL.to_vec();
            bytes[position] ^= change;
            assert!(open(bytes).is_err(), "{position}");
        }
    }
}

#[test]
fn a_model_of_noise_is_refused() {
    let mut state = 1;
    for _ in 0..2000 {
        let mut bytes = SMALL.to_vec();
        for _ in 0..1 + draw(&mut state) % 20 {
            let position = draw(&mut state) % bytes.len();
            bytes[position] = draw(&mut state) as u8;
        }
        let n_cut = draw(&mut state) % 3;
        bytes.truncate(bytes.len() - n_cut);
        assert!(bytes == SMALL || open(bytes).is_err());
    }
}

#[test]
fn any_text_has_a_vector() {
    let model = Model::from_bytes(SMALL).unwrap();
    let (mut scratch, mut pieces) = (Scratch::default(), Vec::new());
    let (mut state, mut out) = (2, vec![0; model.dims()]);
    // Alphabets that meet every branch: all bytes, letters, characters beyond ASCII, separators.
    let alphabets: [&[u8]; 4] = [&[], b"aAbBzZ09_ ", "é日🦀好a1".as_bytes(), b"xY \xff\xe6\x97"];
    for round in 0..4000 {
        let alphabet = alphabets[round % alphabets.len()];
        let n_bytes = draw(&mut state) % 200;
        let bytes: Vec<u8> = (0..n_bytes)
            .map(|_| match alphabet {
                [] => draw(&mut state) as u8,
                some => some[draw(&mut state) % some.len()],
            })
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        model.tokenizer().cut(&text, 512, &mut pieces);
        assert!(pieces.len() <= 512);
        assert!(pieces.iter().all(|id| usize::from(*id) < model.tokenizer().n_pieces()));
        let path = model.path(&text, &mut scratch);
        let norm_of_chunk = model.chunk(&text, &path, &mut scratch, &mut out);
        assert_eq!(norm_of_chunk, norm(&out));
        assert_eq!(model.text(&text, &mut scratch), model.text(&text, &mut Scratch::default()));
    }
}

#[test]
fn scratch_may_serve_several_models() {
    let (small, built_in) = (Model::from_bytes(SMALL).unwrap(), Model::built_in());
    let mut scratch = Scratch::default();
    for text in ["read a file", "", "HTTPServer2", "你好"] {
        for model in [&small, &built_in, &small] {
            let fresh = model.text(text, &mut Scratch::default());
            assert_eq!(model.text(text, &mut scratch), fresh);
        }
    }
}
