package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"

	"github.com/rogpeppe/go-internal/testscript"
)

// serves is the environment variable that makes a process of a test run the commands that it reads.
const serves = "PRANG_TEST_SERVES"

// call is one command of a script, and answer what came of it.
type (
	call struct {
		Dir  string
		Args []string
	}
	answer struct {
		Code     int
		Out, Err []byte
	}
)

// serve runs the commands on standard input, each as program does a process's own, with pipes for its streams.
func serve() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	os.Stdin = nil
	for {
		var c call
		if in.Decode(&c) != nil {
			return
		}
		if err := os.Chdir(c.Dir); err != nil {
			panic(err)
		}
		os.Args = append([]string{"prang"}, c.Args...)
		var a answer
		stdout, stderr := gather(&os.Stdout), gather(&os.Stderr)
		a.Code = program()
		a.Out, a.Err = stdout(), stderr()
		if err := out.Encode(a); err != nil {
			panic(err)
		}
	}
}

// gather puts a pipe in the place of a stream; the function that it returns restores it and returns what was written.
func gather(stream **os.File) func() []byte {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	was, all := *stream, make(chan []byte)
	*stream = w
	go func() {
		b, _ := io.ReadAll(r)
		all <- b
	}()
	return func() []byte {
		*stream = was
		w.Close()
		b := <-all
		r.Close()
		return b
	}
}

// server is a process that runs a script's commands.
type server struct {
	cmd   *exec.Cmd
	calls *json.Encoder
	reply *json.Decoder
	last  bytes.Buffer // its own standard error: a panic
}

// newServer returns the server of a script, which is started by the first command, with the environment of the start.
func newServer(env *testscript.Env) *server {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	s := &server{cmd: exec.Command(self)}
	s.cmd.Env, s.cmd.Stderr = append(append([]string(nil), env.Vars...), serves+"=1"), &s.last
	return s
}

// run runs a command and returns its exit code.
func (s *server) run(ts *testscript.TestScript, args []string) int {
	if s.calls == nil {
		in, err := s.cmd.StdinPipe()
		ts.Check(err)
		out, err := s.cmd.StdoutPipe()
		ts.Check(err)
		ts.Check(s.cmd.Start())
		ts.Defer(func() {
			in.Close()
			if err := s.cmd.Wait(); err != nil {
				ts.Fatalf("the process of the script's commands: %v\n%s", err, &s.last)
			}
		})
		s.calls, s.reply = json.NewEncoder(in), json.NewDecoder(out)
	}
	var a answer
	if err := s.calls.Encode(call{ts.MkAbs("."), args}); err != nil {
		ts.Fatalf("prang %q: %v", args, err)
	}
	if err := s.reply.Decode(&a); err != nil {
		_ = s.cmd.Wait()
		ts.Fatalf("prang %q: %v\n%s", args, err, &s.last)
	}
	_, err := ts.Stdout().Write(a.Out)
	ts.Check(err)
	_, err = ts.Stderr().Write(a.Err)
	ts.Check(err)
	return a.Code
}
