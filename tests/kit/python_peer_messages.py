"""Messages of the wire by the FlatBuffers and Protobuf of other people."""
import sys

VECTORS = ("position", "velocity", "torque")


class FlatBuffers:
    """Messages as FlatBuffers. A vector that is absent is None, one that is empty is []."""

    def __init__(self, folder):
        sys.path.insert(0, folder)
        import flatbuffers
        from robot_comm_msgs import MessageCommand, MessageConfig, MessageForceSensor, MessageState
        self._new = flatbuffers.Builder
        self._command, self._config, self._state = MessageCommand, MessageConfig, MessageState
        self._force = MessageForceSensor

    @staticmethod
    def _vector(builder, start, values):
        start(builder, len(values))
        for value in reversed(values):
            builder.PrependFloat64(value)
        return builder.EndVector()

    @staticmethod
    def _list(message, name):
        if getattr(message, name + "IsNone")():
            return None
        at = getattr(message, name)
        return [at(i) for i in range(getattr(message, name + "Length")())]

    def config(self, text):
        builder = self._new(4096)
        offset = builder.CreateString(text)
        self._config.MessageConfigStart(builder)
        self._config.MessageConfigAddConfig(builder, offset)
        builder.Finish(self._config.MessageConfigEnd(builder))
        return bytes(builder.Output())

    def read_config(self, payload):
        return self._config.MessageConfig.GetRootAs(payload, 0).Config().decode()

    def state(self, fields):
        builder = self._new(1024)
        made = self._state
        sensors = [self._force_sensor(builder, sensor) for sensor in fields.get("force_sensors", [])]
        made.MessageStateStartForceSensorsVector(builder, len(sensors))
        for sensor in reversed(sensors):
            builder.PrependUOffsetTRelative(sensor)
        sensors = builder.EndVector()
        starts = (made.MessageStateStartPositionVector, made.MessageStateStartVelocityVector,
                  made.MessageStateStartTorqueVector)
        position, velocity, torque = (self._vector(builder, start, fields[name])
                                      for start, name in zip(starts, VECTORS))
        made.MessageStateStart(builder)
        made.MessageStateAddPosition(builder, position)
        made.MessageStateAddVelocity(builder, velocity)
        made.MessageStateAddTorque(builder, torque)
        made.MessageStateAddForceSensors(builder, sensors)
        made.MessageStateAddStamp(builder, fields["stamp"])
        builder.Finish(made.MessageStateEnd(builder))
        return bytes(builder.Output())

    def _force_sensor(self, builder, sensor):
        made = self._force
        name = builder.CreateString(sensor["name"])
        force = self._vector(builder, made.MessageForceSensorStartForceVector, sensor["force"])
        torque = self._vector(builder, made.MessageForceSensorStartTorqueVector, sensor["torque"])
        made.MessageForceSensorStart(builder)
        made.MessageForceSensorAddName(builder, name)
        made.MessageForceSensorAddForce(builder, force)
        made.MessageForceSensorAddTorque(builder, torque)
        return made.MessageForceSensorEnd(builder)

    def read_state(self, payload):
        message = self._state.MessageState.GetRootAs(payload, 0)
        fields = {name: self._list(message, name.capitalize()) for name in VECTORS}
        return dict(fields, stamp=message.Stamp())

    def command(self, fields):
        builder = self._new(1024)
        made = self._command
        starts = (made.MessageCommandStartPositionVector, made.MessageCommandStartVelocityVector,
                  made.MessageCommandStartTorqueVector)
        position, velocity, torque = (self._vector(builder, start, fields[name])
                                      for start, name in zip(starts, VECTORS))
        made.MessageCommandStart(builder)
        made.MessageCommandAddKp(builder, fields.get("kp", 0.0))
        made.MessageCommandAddKd(builder, fields.get("kd", 0.0))
        made.MessageCommandAddPosition(builder, position)
        made.MessageCommandAddVelocity(builder, velocity)
        made.MessageCommandAddTorque(builder, torque)
        made.MessageCommandAddStateStamp(builder, fields["state_stamp"])
        made.MessageCommandAddStateHold(builder, fields["state_hold"])
        builder.Finish(made.MessageCommandEnd(builder))
        return bytes(builder.Output())

    def read_command(self, payload):
        message = self._command.MessageCommand.GetRootAs(payload, 0)
        fields = {name: self._list(message, name.capitalize()) for name in VECTORS}
        return dict(fields, kp=message.Kp(), kd=message.Kd(), state_stamp=message.StateStamp(),
                    state_hold=message.StateHold())


class Protobuf:
    """Messages as Protobuf, where an empty vector and an absent one are the same."""

    def __init__(self, folder):
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
        with open(folder + "/mc_rtc_msgs.desc", "rb") as file:
            files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
        pool = descriptor_pool.DescriptorPool()
        for each in files.file:
            pool.Add(each)
        get = message_factory.GetMessageClass
        self._config, self._state, self._command = (
            get(pool.FindMessageTypeByName("robot_comm_msgs_proto." + name))
            for name in ("MessageConfig", "MessageState", "MessageCommand"))

    def config(self, text):
        return self._config(config=text).SerializeToString()

    def read_config(self, payload):
        return self._config.FromString(payload).config

    def state(self, fields):
        return self._state(**fields).SerializeToString()

    def read_state(self, payload):
        message = self._state.FromString(payload)
        return dict({name: list(getattr(message, name)) for name in VECTORS}, stamp=message.stamp)

    def command(self, fields):
        return self._command(**fields).SerializeToString()

    def read_command(self, payload):
        message = self._command.FromString(payload)
        fields = {name: list(getattr(message, name)) for name in VECTORS}
        return dict(fields, kp=message.kp, kd=message.kd, state_stamp=message.state_stamp, state_hold=message.state_hold)
