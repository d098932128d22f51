package runs

// keysOf lists the keys of each kind of mapping in a scenario, in the order in which they are best written. schema.json
// has the same kinds under $defs; a test compares the two.
var keysOf = map[string][]string{
	"scenario": {"name", "description", "step", "duration", "until", "gravity", "parameters", "settings", "materials", "pairs", "statics", "bodies", "movers", "forces", "springs", "joints", "ignore"},
	"settings": {
		"impacts", "max_impacts", "contact_tolerance", "substeps", "passes", "residual", "slop", "push_rate", "max_push",
		"speculative", "sleep_speed", "sleep_time",
	},
	"impacts":  {"above"},
	"material": {"friction", "restitution", "rolling_resistance", "spin_friction", "road"},
	"pair":     {"between", "friction", "restitution", "rolling_resistance", "spin_friction", "impact_model"},
	"static": {
		"name", "mesh", "plane", "heightfield", "box", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "hull", "shapes",
		"position", "attitude", "material", "color", "group", "sensor",
	},
	"plane":       {"normal", "height", "point"},
	"heightfield": {"spacing", "heights", "origin"},
	"box":         {"size"},
	"sphere":      {"radius"},
	"ellipsoid":   {"radii"},
	"capsule":     {"radius", "length"},
	"cylinder":    {"radius", "length"},
	"cone":        {"radius", "height"},
	"hull":        {"points", "file"},
	"shape": {
		"box", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "hull", "offset", "attitude", "density",
	},
	"body": {
		"name", "box", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "hull", "shapes", "mass", "density", "inertia",
		"center_of_mass", "position", "origin", "attitude", "velocity", "speed", "angular_velocity", "material", "color", "vehicle",
		"drag", "drive", "group", "sensor",
	},
	"attitude": {"yaw", "pitch", "roll", "axis", "angle", "quaternion"},
	"vehicle": {
		"class", "front_axle", "rear_axle", "wheelbase", "axles", "track", "center_height", "friction", "frequency", "damping", "travel", "rebound", "anti_roll",
		"wheel_radius", "wheel_inertia", "tyre", "tyre_stiffness", "program", "after_impact", "driven", "power", "rolling_resistance", "drag_area", "abs",
		"steer_limit", "steer_rate", "keep_speed", "path", "reaction",
	},
	"axle":         {"position", "track", "steered", "driven", "frequency", "damping", "travel", "rebound", "anti_roll", "wheel_radius"},
	"input":        {"time", "brake", "steer", "throttle", "handbrake", "blown", "wheels"},
	"reaction":     {"within", "delay", "brake"},
	"speed_at":     {"time", "speed"},
	"after_impact": {"brake"},
	"mover":        {"name", "radii", "position", "color", "program"},
	"velocity":     {"time", "velocity"},
	"until":        {"impact", "after_impact", "sensor"},
	"drag":         {"linear", "quadratic", "angular"},
	"drive_at":     {"time", "velocity", "angular_velocity"},
	"force":        {"body", "point", "frame", "force", "torque", "program"},
	"force_at":     {"time", "force", "torque"},
	"joint":        {"name", "between", "point", "at", "collide"},
	"spring":       {"name", "between", "at", "length", "stiffness", "damping"},
	"ignored":      {"between"},
}

// refusedKeys are keys that an author may well try, by kind, with the remedy.
var refusedKeys = map[string]string{
	"body.mesh":             "a body that moves is convex, or made of convex shapes: write hull: {file: …} for the convex hull of the mesh, shapes: […] for several shapes, or make it a static",
	"body.plane":            "a plane has no end and cannot move: make it a static",
	"body.heightfield":      "a height field cannot move: make it a static",
	"shape.mesh":            "a shape is convex: write hull: {file: …} for the convex hull of the mesh",
	"shape.position":        "a shape of several stands at its offset: write offset: [x, y, z] from the origin of the shapes",
	"shape.mass":            "a shape of several has a density: write density: 7.8 g/cm^3, or give the body a mass",
	"static.density":        "a static never moves and needs no density: remove the key",
	"static.mass":           "a static never moves and needs no mass: remove the key",
	"capsule.height":        "write length, the distance of the centres of its caps",
	"cylinder.height":       "write length",
	"cone.length":           "write height",
	"static.drive":          "a static never moves: make it a body",
	"body.force":            "forces stand under forces at the top of the scenario: write forces: [{body: name, force: [x, y, z]}]",
	"static.velocity":       "a static never moves: make it a body or a mover",
	"mover.velocity":        "a mover's velocity is in its program: write program: [{time: 0, velocity: [x, y, z]}]",
	"settings.step":         "the step stands at the top of the scenario: move it there",
	"settings.gravity":      "gravity stands at the top of the scenario: move it there",
	"settings.impact_speed": `write impacts: {above: "0.5 m/s"} or impacts: all`,
	"vehicle.wheels":        "wheels are given by front_axle, rear_axle (or wheelbase) and track: write those",
}
