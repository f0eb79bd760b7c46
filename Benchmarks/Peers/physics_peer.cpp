// The physics of simbench's kernel peer-bodies-second in Box2D or Chipmunk: the same bodies,
// attractor, swirl and drag, without collisions. Reads that kernel's data, follows the same 60
// frames, and prints the nanoseconds of a step and the mean and worst distance in points between its
// bodies and simbench's.
//
//   physics_NAME FILE [still|straight]   a planted fault: no attractor, or no swirl
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef PEER_BOX2D
#include <box2d/box2d.h>
#else
#include <chipmunk/chipmunk.h>
#endif

struct Body {
  double x, y, velocityX, velocityY;
};

struct Rules {
  int count;
  double seconds, x, y, strength, softening, swirl, drag;
};

// Acceleration of a body by Plummer's softened gravity and its swirl.
static void pull(const Rules &rules, double x, double y, double &ax, double &ay) {
  double dx = rules.x - x, dy = rules.y - y;
  double squared = dx * dx + dy * dy + rules.softening * rules.softening;
  double share = rules.strength / (squared * std::sqrt(squared));
  ax = share * (dx + rules.swirl * dy);
  ay = share * (dy - rules.swirl * dx);
}

#ifdef PEER_BOX2D
// Box2D is made for sizes of a tenth to ten units, hence ten points to a unit.
static const double scale = 10;

class World {
 public:
  World(const Rules &rules, const std::vector<Body> &bodies) : rules(rules), world(b2Vec2(0, 0)) {
    b2CircleShape shape;
    shape.m_radius = 0.2f;
    for (const Body &body : bodies) {
      b2BodyDef definition;
      definition.type = b2_dynamicBody;
      definition.allowSleep = false;
      definition.fixedRotation = true;
      definition.linearDamping = float(rules.drag);
      definition.position.Set(float(body.x / scale), float(body.y / scale));
      definition.linearVelocity.Set(float(body.velocityX / scale), float(body.velocityY / scale));
      b2Body *made = world.CreateBody(&definition);
      b2FixtureDef fixture;
      fixture.shape = &shape;
      fixture.density = 1;
      fixture.filter.maskBits = 0;
      made->CreateFixture(&fixture);
      all.push_back(made);
    }
  }

  void step() {
    for (b2Body *body : all) {
      b2Vec2 place = body->GetPosition();
      double ax, ay;
      pull(rules, place.x * scale, place.y * scale, ax, ay);
      float mass = body->GetMass();
      body->ApplyForceToCenter(
          b2Vec2(float(ax / scale) * mass, float(ay / scale) * mass), true);
    }
    world.Step(float(rules.seconds), 8, 3);
  }

  void at(int index, double &x, double &y) const {
    x = all[index]->GetPosition().x * scale;
    y = all[index]->GetPosition().y * scale;
  }

 private:
  Rules rules;
  b2World world;
  std::vector<b2Body *> all;
};
#else
class World {
 public:
  World(const Rules &rules, const std::vector<Body> &bodies) : rules(rules), space(cpSpaceNew()) {
    cpSpaceSetDamping(space, std::exp(-rules.drag));
    for (const Body &body : bodies) {
      cpBody *made = cpSpaceAddBody(space, cpBodyNew(1, INFINITY));
      cpBodySetPosition(made, cpv(body.x, body.y));
      cpBodySetVelocity(made, cpv(body.velocityX, body.velocityY));
      cpShape *shape = cpSpaceAddShape(space, cpCircleShapeNew(made, 2, cpvzero));
      cpShapeSetFilter(shape, CP_SHAPE_FILTER_NONE);
      all.push_back(made);
    }
  }

  void step() {
    for (cpBody *body : all) {
      cpVect place = cpBodyGetPosition(body);
      double ax, ay;
      pull(rules, place.x, place.y, ax, ay);
      cpBodySetForce(body, cpv(ax, ay));
    }
    cpSpaceStep(space, rules.seconds);
  }

  void at(int index, double &x, double &y) const {
    cpVect place = cpBodyGetPosition(all[index]);
    x = place.x;
    y = place.y;
  }

 private:
  Rules rules;
  cpSpace *space;
  std::vector<cpBody *> all;
};
#endif

static double timedStep(const Rules &rules, const std::vector<Body> &bodies) {
  double best = INFINITY;
  for (int round = 0; round < 5; round++) {
    World world(rules, bodies);
    const int steps = 300;
    auto begun = std::chrono::steady_clock::now();
    for (int step = 0; step < steps; step++) world.step();
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begun;
    best = std::min(best, time.count() / steps);
  }
  return best;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? std::fopen(argv[1], "r") : nullptr;
  if (!file) return std::fprintf(stderr, "no file to read\n"), 2;
  Rules rules;
  if (std::fscanf(file, " rules %d %lf %lf %lf %lf %lf %lf %lf", &rules.count,
                  &rules.seconds, &rules.x, &rules.y, &rules.strength, &rules.softening,
                  &rules.swirl, &rules.drag) != 8)
    return std::fprintf(stderr, "no rules in the file\n"), 2;
  std::vector<Body> bodies(rules.count);
  for (Body &body : bodies)
    if (std::fscanf(file, " body %lf %lf %lf %lf", &body.x, &body.y, &body.velocityX,
                    &body.velocityY) != 4)
      return std::fprintf(stderr, "too few bodies in the file\n"), 2;
  if (argc > 2 && !std::strcmp(argv[2], "still")) rules.strength = 0;
  if (argc > 2 && !std::strcmp(argv[2], "straight")) rules.swirl = 0;
  World world(rules, bodies);
  double sum = 0, worst = 0;
  for (int frame = 0; frame < 60; frame++) {
    world.step();
    for (int index = 0; index < rules.count; index++) {
      double x, y, theirX, theirY;
      if (std::fscanf(file, " at %lf %lf", &x, &y) != 2)
        return std::fprintf(stderr, "too few frames in the file\n"), 2;
      world.at(index, theirX, theirY);
      double distance = std::hypot(theirX - x, theirY - y);
      sum += distance;
      worst = std::max(worst, distance);
    }
  }
  std::printf("%.1f\t%.4f\t%.4f\n", timedStep(rules, bodies), sum / 60 / rules.count, worst);
}
