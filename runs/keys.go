package runs

// keysOf lists the keys of each kind of mapping in a scenario, in the order in which they are best written. schema.json
// has the same kinds under $defs; a test compares the two.
var keysOf = map[string][]string{
	"scenario": {"name", "description", "step", "duration", "until", "gravity", "settings", "materials", "pairs", "statics", "bodies", "movers"},
	"settings": {
		"impacts", "max_impacts", "contact_tolerance", "substeps", "passes", "residual", "slop", "push_rate", "max_push",
		"speculative", "sleep_speed", "sleep_time",
	},
	"impacts":  {"above"},
	"material": {"friction", "restitution"},
	"pair":     {"between", "friction", "restitution"},
	"static":   {"name", "mesh", "box", "position", "attitude", "material", "color"},
	"box":      {"size"},
	"body": {
		"name", "box", "mass", "density", "inertia", "center_of_mass", "position", "attitude", "velocity", "speed",
		"angular_velocity", "material", "color", "vehicle",
	},
	"attitude": {"yaw", "pitch", "roll", "axis", "angle", "quaternion"},
	"vehicle": {
		"front_axle", "rear_axle", "wheelbase", "track", "center_height", "friction", "frequency", "damping", "travel",
		"program", "after_impact",
	},
	"input":        {"time", "brake", "steer", "wheels"},
	"after_impact": {"brake"},
	"mover":        {"name", "radii", "position", "color", "program"},
	"velocity":     {"time", "velocity"},
}

// refusedKeys are keys that an author may well try, by kind, with the remedy.
var refusedKeys = map[string]string{
	"body.mesh":             "a body cannot be a mesh, which has no inside: give the body a box, or make the mesh a static",
	"body.sphere":           "a body cannot be a sphere: give it a box, or make it a mover",
	"static.sphere":         "a static cannot be a sphere: give it a box or a mesh",
	"static.velocity":       "a static never moves: make it a body or a mover",
	"mover.velocity":        "a mover's velocity is in its program: write program: [{time: 0, velocity: [x, y, z]}]",
	"settings.step":         "the step stands at the top of the scenario: move it there",
	"settings.gravity":      "gravity stands at the top of the scenario: move it there",
	"settings.impact_speed": `write impacts: {above: "0.5 m/s"} or impacts: all`,
	"vehicle.wheels":        "wheels are given by front_axle, rear_axle (or wheelbase) and track: write those",
}
