// Package recorder writes and reads logs: files NAME.prang that hold every step of a run, compact and
// lossless. It knows the values of package record and the frozen predictors of package rigid, never the engine.
//
// A log is written in chunks of at most 240 steps, each with one write and each complete by itself. What a killed
// writer leaves behind is readable up to its last whole chunk, and a damaged chunk does not affect the others.
// FORMAT.md in this directory defines the format. Open reads a log; its example finds the values of a body.
//
// Equal input gives equal bytes: a log holds no clock, machine name, architecture or language version. A reader returns
// bit for bit what the writer was given; every chunk has a hash of its decoded values to check it.
package recorder

// What is where:
//
//   - a file: writer*, resume, snapshot; open, scanner, index, block, lock*; what a reader gives: reader*, events_count,
//     verify_level, places, component_names. header has the header and the summary, limits all sizes.
//   - a chunk: chunk has its payload of any codec and reads it, writer_chunk fills and writes it. layout says which values of a
//     row are what and who predicts them; row_hash is the hash of its rows; chunk4 goes through the rows from codec 4 on.
//   - the states in it: predict, state_rigid2, state_rigid3 and grid predict, residual is what is stored; state and state_decode
//     are codecs 1 to 3, state4* are 4 to 8. first_row* is the first row, balance4 and state_ledger are the ledger.
//   - its events: events, events_sparse and events_decode are the columns; events_model and events_residual codec 2;
//     events_model3, events_residual3 and corners codec 3 on; events_normal, events_numbers, events_vector and events_grid
//     codec 4 on, events_again codec 6 on.
//   - its contact forces and wheels: contacts*, wheels*.
//   - meter tells what each of these takes, where a log is measured.
//
// Below it are package parts, pieces of bytes, compressed and bounded, and package rangecoder, the arithmetic of numbers.
