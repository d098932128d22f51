package document

import "slices"

// keyAlias is the valid key for a name that an author may try: that of another program, or of a similar quantity.
type keyAlias struct {
	key    string
	remedy string // "" if the value stays as it is
}

// keyAliases are the names of keys in other programs, each with its valid keys: the first that the kind of mapping has
// is meant.
var keyAliases = map[string][]keyAlias{
	"dt":         {{key: "step"}},
	"timestep":   {{key: "step"}},
	"time_step":  {{key: "step"}},
	"delta_time": {{key: "step"}},
	"fps":        {{"step", `write step, the time from frame to frame: "1/240 s"`}},
	"hz":         {{"step", `write step, the time from frame to frame: "1/240 s"`}},
	"rate":       {{"step", `write step, the time from frame to frame: "1/240 s"`}},
	"frequency":  {{"step", `write step, the time from frame to frame: "1/240 s"`}},
	"end_time":   {{key: "duration"}},
	"t_end":      {{key: "duration"}},
	"time":       {{key: "duration"}},
	"objects":    {{key: "bodies"}},
	"actors":     {{key: "bodies"}},
	"links":      {{key: "bodies"}},
	"vehicles":   onWheels,
	"cars":       onWheels,
	"trucks":     onWheels,
	"obstacles":  {{key: "statics"}},
	"colliders":  {{key: "statics"}},
	"ground":     {{"statics", "write it under statics: [{name: ground, plane: {}}], or a mesh, or a heightfield"}},
	"terrain":    {{"statics", "write it under statics: [{name: ground, plane: {}}], or a mesh, or a heightfield"}},
	"output":     {{key: "record"}},
	"outputs":    {{key: "record"}},
	"solver":     {{key: "settings"}},
	"extends":    {{key: "include"}},
	"import":     {{key: "include"}},
	"variants":   {{key: "cases"}},

	"constraints": {{key: "joints"}},

	"csv":      {{key: "file"}},
	"filename": {{key: "file"}},
	"offset":   {{key: "shift"}},
	"delay":    {{key: "shift"}},
	"factor":   {{key: "scale"}},
	"gain":     {{key: "scale"}},
	"column":   {{key: "columns"}},

	"pos":               {{key: "position"}, {key: "point"}, {key: "offset"}},
	"location":          {{key: "position"}, {key: "point"}},
	"translation":       {{key: "position"}, {key: "offset"}},
	"xyz":               {{key: "position"}, {key: "offset"}},
	"rot":               rotated,
	"rotation":          rotated,
	"orientation":       rotated,
	"rpy":               rotated,
	"euler":             rotated,
	"quat":              rotated,
	"quaternion":        rotated,
	"yaw":               {rotated[0], {key: "heading"}},
	"dv":                {{key: "delta_v"}},
	"position":          {{"x", "write x and y: x: 31.2±0.5 m, y: -3.4±0.5 m"}},
	"heading":           rotated,
	"vel":               {{key: "velocity"}},
	"speed":             {{key: "impact_speed"}},
	"linvel":            {{key: "velocity"}},
	"linear_velocity":   {{key: "velocity"}},
	"omega":             {{key: "angular_velocity"}},
	"angvel":            {{key: "angular_velocity"}},
	"spin":              {{key: "angular_velocity"}},
	"weight":            {{key: "mass"}},
	"com":               {{key: "center_of_mass"}},
	"cog":               {{key: "center_of_mass"}},
	"moment_of_inertia": {{key: "inertia"}},
	"linear_damping":    {{"drag", "write drag: {linear: 2 N s/m}, a force per speed"}},
	"angular_damping":   {{"drag", "write drag: {angular: 2 N m s/rad}, a torque per angular velocity"}, {key: "damping"}},
	"viscous_friction":  {{key: "damping"}},
	"viscosity":         {{key: "damping"}},
	"damper":            {{key: "damping"}},
	"dry_friction":      {{key: "friction"}},
	"coulomb_friction":  {{key: "friction"}},
	"friction_torque":   {{key: "friction"}},
	"rgba":              {{"color", `write color, six hexadecimal digits in quotes: "#c0392b"`}},

	"size":         {{"radii", "write radii: [x, y, z], half of the size"}, {"radius", "write radius, half of the size"}, inBox},
	"radius":       {{"radii", "write radii: [x, y, z]"}, {"sphere", "the shape's name is the key: write sphere: {radius: r}, or capsule, cylinder or cone"}},
	"radii":        {{"ellipsoid", "the shape's name is the key: write ellipsoid: {radii: [x, y, z]}"}},
	"semi_axes":    {{key: "radii"}},
	"extents":      wholeSize,
	"half":         wholeSize,
	"half_size":    wholeSize,
	"half_extents": wholeSize,
	"halfExtents":  wholeSize,
	"dimensions":   {{key: "size"}, inBox},
	"diameter":     {{"radius", "write radius, half of the diameter"}, {"sphere", "the shape's name is the key: write sphere: {radius: r}, half of the diameter"}},
	"half_height":  {{"length", "write length, twice the half height"}, {"height", "write height, twice the half height"}},
	"half_length":  {{"length", "write length, twice the half length"}},

	"mu":                   {{key: "friction"}, inMaterial},
	"friction_coefficient": {{key: "friction"}, inMaterial},
	"static_friction":      {{"friction", "write friction: one coefficient holds at rest and in motion"}},
	"dynamic_friction":     {{"friction", "write friction: one coefficient holds at rest and in motion"}},
	"kinetic_friction":     {{"friction", "write friction: one coefficient holds at rest and in motion"}},
	"friction":             {inMaterial},
	"e":                    {{key: "restitution"}, inMaterial},
	"cor":                  {{key: "restitution"}, inMaterial},
	"bounciness":           {{key: "restitution"}, inMaterial},
	"elasticity":           {{key: "restitution"}, inMaterial},
	"restitution":          {inMaterial},
	"rolling_friction":     {{"rolling_resistance", "write rolling_resistance, the torque over the normal force, a length: 2 mm"}, inMaterial},
	"torsional_friction":   {{"spin_friction", "write spin_friction, the torque over the normal force, a length: 2 mm"}, inMaterial},
	"spinning_friction":    {{"spin_friction", "write spin_friction, the torque over the normal force, a length: 2 mm"}, inMaterial},

	"wheels":       {{"vehicle", "write vehicle: {class: car, friction: 0.8}, whose axles have the wheels"}},
	"suspension":   {{"vehicle", "write vehicle: {class: car, friction: 0.8}, with frequency and damping"}, {"frequency", "write frequency and damping, of the body on its springs"}},
	"track_width":  {{key: "track"}},
	"tread":        {{key: "track"}},
	"cg_height":    {{key: "center_height"}},
	"cog_height":   {{key: "center_height"}},
	"com_height":   {{key: "center_height"}},
	"engine_power": {{key: "power"}},
	"steering":     {{"program", "write program: [{time: 1 s, steer: 5 deg}], to the left"}},
	"steer":        {{"program", "write program: [{time: 1 s, steer: 5 deg}], to the left"}},
	"brake":        {{"program", "write program: [{time: 1 s, brake: 0.8}], 1 is locked"}},
	"brakes":       {{"program", "write program: [{time: 1 s, brake: 0.8}], 1 is locked"}},
	"braking":      {{"program", "write program: [{time: 1 s, brake: 0.8}], 1 is locked"}},
	"throttle":     {{"program", "write program: [{time: 1 s, throttle: 0.5}]"}},
	"tires":        {{key: "tyre"}},
	"tyres":        {{key: "tyre"}},

	"parent":      joined,
	"child":       joined,
	"body_a":      joined,
	"body_b":      joined,
	"bodies":      joined,
	"anchor":      {{key: "point"}, {key: "at"}},
	"pivot":       {{key: "point"}},
	"limit":       {{key: "limits"}},
	"stops":       {{key: "limits"}},
	"range":       limited,
	"lower":       limited,
	"upper":       limited,
	"cone":        limited,
	"swing":       limited,
	"twist":       limited,
	"max_angle":   limited,
	"max":         limited,
	"axis_a":      twoAxes,
	"axis_b":      twoAxes,
	"rest_length": {{key: "length"}},
	"k":           {{key: "stiffness"}},
}

var (
	rotated    = []keyAlias{{"attitude", "write attitude: {yaw: 30 deg}, with pitch and roll, axis and angle, or quaternion: [w, x, y, z]"}}
	wholeSize  = []keyAlias{{"size", "write size: [x, y, z], the whole lengths"}, inBox}
	inBox      = keyAlias{"box", "the shape's name is the key: write box: {size: [x, y, z]}, the whole lengths"}
	onWheels   = []keyAlias{{"bodies", "a vehicle is a body: write bodies: [{name: car, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.5 t, origin: [0, 0, 0], vehicle: {class: car, friction: 0.8}}]"}}
	joined     = []keyAlias{{"between", "write between: [world, name], or two names"}}
	limited    = []keyAlias{{"limits", "write limits: {axis: [x, y, z], angle: 60 deg}, the largest angle between a direction of each end"}, {"angle", "write angle, the largest one between the axes"}}
	twoAxes    = []keyAlias{{"axes", "write axes: [[x, y, z], [x, y, z]], a direction of each end"}}
	inMaterial = keyAlias{"material", "friction and restitution are those of a material: write material: name, and under materials: name: {friction: 0.5, restitution: 0.1}"}
)

// keyAliasOf returns the valid key for a name in a kind of mapping.
func keyAliasOf(kind, name string) (keyAlias, bool) {
	for _, o := range keyAliases[name] {
		if slices.Contains(KeysOf[kind], o.key) {
			return o, true
		}
	}
	return keyAlias{}, false
}
