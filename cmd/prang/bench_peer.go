package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/bench"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// peerLine is the output of bench --peer: one line that the driver of other engines' harnesses reads.
type peerLine struct {
	Engine    string `json:"engine"`
	Version   string `json:"version"`
	Precision string `json:"precision"`
	Scene     string `json:"scene"`
	Hz        int    `json:"hz"`
	CCD       int    `json:"ccd"` // as requested; collision detection is always continuous here
	Sleep     int    `json:"sleep"`
	Variant   string `json:"variant"`
	// Settings are those of --set that are not the default.
	Settings []scenariofile.Setting `json:"settings,omitempty"`
	// Unsupported is the reason why nothing was run.
	Unsupported string `json:"unsupported,omitempty"`
	*bench.Timing
	Hash   string         `json:"hash_state,omitempty"`
	Limits map[string]int `json:"limits,omitempty"`
}

// peerArguments are those of bench --peer: SCENE.txt HZ OUT.bin and key=value pairs.
type peerArguments struct {
	scene, dump string
	line        peerLine
	options     bench.Options
}

func parsePeer(cmd *cobra.Command, args []string) (*peerArguments, error) {
	if len(args) < 3 {
		return nil, usagef(cmd, "bench --peer needs SCENE.txt HZ OUT.bin")
	}
	hz, err := strconv.Atoi(args[1])
	if err != nil || hz < 1 {
		return nil, usagef(cmd, "HZ %q: give a whole number of steps a second above zero", args[1])
	}
	p := &peerArguments{scene: args[0], dump: args[2], options: bench.Options{Hz: hz}}
	p.line = peerLine{Engine: "prang", Version: runs.Version, Precision: "f64", Hz: hz}
	for _, arg := range args[3:] {
		key, value, _ := strings.Cut(arg, "=")
		if key == "variant" {
			p.line.Variant = value
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		bad := usagef(cmd, "%s: give ccd=0|1, sleep=0|1, every=N, cap=SECONDS or variant=NAME", arg)
		if err != nil {
			return nil, bad
		}
		switch {
		case key == "ccd" && (x == 0 || x == 1):
			p.line.CCD = int(x)
		case key == "sleep" && (x == 0 || x == 1):
			p.line.Sleep, p.options.Sleep = int(x), x == 1
		case key == "every" && x >= 1 && x <= 1e9:
			p.options.Every = int(x)
		case key == "cap" && x > 0:
			p.options.Cap = x
		default:
			return nil, bad
		}
	}
	return p, nil
}

// benchPeer runs one scene from text as the harnesses of other engines do.
func (a *app) benchPeer(cmd *cobra.Command, args []string, o *benchOptions) error {
	p, err := parsePeer(cmd, args)
	if err != nil {
		return err
	}
	if err := o.check(cmd); err != nil {
		return err
	}
	if p.line.Settings, err = o.engine(cmd, &p.options); err != nil {
		return err
	}
	p.options.Workers = o.workers
	scene, err := readScene(p.scene)
	if err != nil {
		return fmt.Errorf("%s: %w", p.scene, err)
	}
	p.line.Scene = scene.Name
	if p.line.Variant != "" {
		p.line.Unsupported = "there are no variants"
		return json.NewEncoder(a.out).Encode(&p.line)
	}
	out, err := bench.Run(cmd.Context(), scene, p.options)
	if err != nil {
		return fmt.Errorf("%s: %w", p.scene, err)
	}
	dump, err := os.Create(p.dump)
	if err != nil {
		return err
	}
	err = bench.WriteDump(dump, out.Frames)
	if e := dump.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	p.line.Timing, p.line.Hash, p.line.Limits = &out.Timing, fmt.Sprintf("%016x", out.Hash), out.Limits
	return json.NewEncoder(a.out).Encode(&p.line)
}

// readScene reads the text of a scene. The error does not name the file.
func readScene(path string) (*bench.Scene, error) {
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no such file: give the path of the text of a scene")
	case err != nil:
		return nil, reason(err)
	case isDir(path):
		f.Close()
		return nil, errors.New("is a directory: give the path of the text of a scene in it")
	}
	defer f.Close()
	return bench.Read(f)
}
